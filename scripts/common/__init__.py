"""What every part needs: errors for people, whole files, locks, words, units and folders."""
