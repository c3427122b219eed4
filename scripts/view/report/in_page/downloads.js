// Files that are packed inside the page, saved as they lie beside it.
async function unpacked(name) {
  const packed = Uint8Array.from(atob(document.getElementById(`file-${name}`).textContent.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

for (const button of document.querySelectorAll("button[data-file]")) {
  button.addEventListener("click", async () => {
    const name = button.dataset.file;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await unpacked(name));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
    document.getElementById("download-status").textContent = `Saved ${name}.`;
  });
}
