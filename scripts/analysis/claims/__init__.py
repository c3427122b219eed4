"""What the posts say, judged by the tables: claims as data, rules in three values, and the words for what came out."""
