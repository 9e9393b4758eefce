/* global OffscreenCanvas, pdfjsLib */

/**
 * Runs in a page of a browser, beside pdf.js: draws the first pages of PDFs side by side, each below its name.
 *
 * @param {{ name: string, pdf: string }[]} sheets PDFs in base64
 * @param {{ columns: number, cellPx: number, pages: number }} size cells are A4 in portrait and `cellPx` wide
 * @returns {Promise<{ widthPx: number, heightPx: number, greys: string }>} one byte per pixel, row by row, in base64
 */
globalThis.drawSheets = async (sheets, { columns, cellPx, pages }) => {
  const [gapPx, captionPx] = [Math.round(cellPx / 40), Math.max(10, Math.round(cellPx / 26))];
  const heightPx = Math.round(cellPx * Math.SQRT2) + captionPx;
  const cells = [];
  for (const { name, pdf } of sheets) {
    const { promise } = pdfjsLib.getDocument({ data: Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0)) });
    const document = await promise;
    for (let number = 1; number <= Math.min(pages, document.numPages); number++) {
      const words = document.numPages > 1 ? `${name} (${number}/${document.numPages})` : name;
      cells.push({ words, page: await document.getPage(number) });
    }
  }
  const rows = Math.ceil(cells.length / columns);
  const canvas = new OffscreenCanvas(columns * (cellPx + gapPx) + gapPx, rows * (heightPx + gapPx) + gapPx);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.fillStyle = '#bbb';
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [index, { words, page }] of cells.entries()) {
    const left = gapPx + (index % columns) * (cellPx + gapPx);
    const top = gapPx + Math.floor(index / columns) * (heightPx + gapPx);
    context.fillStyle = '#000';
    context.font = `${Math.round(captionPx * 0.75)}px sans-serif`;
    context.fillText(words, left, top + Math.round(captionPx * 0.72), cellPx);
    const { width, height } = page.getViewport({ scale: 1 });
    const scale = Math.min(cellPx / width, (heightPx - captionPx) / height);
    const drawn = new OffscreenCanvas(Math.floor(width * scale), Math.floor(height * scale));
    await page.render({ canvasContext: drawn.getContext('2d'), viewport: page.getViewport({ scale }) }).promise;
    context.drawImage(drawn, left, top + captionPx);
  }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let greys = '';
  for (let dot = 0; dot < data.length; dot += 4) {
    greys += String.fromCharCode(Math.round(0.3 * data[dot] + 0.59 * data[dot + 1] + 0.11 * data[dot + 2]));
  }
  return { widthPx: canvas.width, heightPx: canvas.height, greys: btoa(greys) };
};
