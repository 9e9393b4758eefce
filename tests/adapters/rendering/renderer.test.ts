import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '../../../adapters/rendering/renderer.ts';
import { letterHtml } from '../../../domain/pages/correction-letter.ts';
import { danfeHtml } from '../../../domain/pages/danfe/danfe.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import { registeredLetter } from '../../domain/pages/correction-letter/registered-letter.ts';
import { authorizedXml } from '../../domain/pages/danfe/authorized-xml.ts';
import { signal } from '../../support/servers/part.ts';
import { until } from '../../support/checks/until.ts';
import { browserProcesses, ownProcesses } from './browser-processes.ts';
import { hangingBrowser } from './hanging-browser.ts';
import { imageColours } from './image-colours.ts';
import { picture } from './picture.ts';
import { fontNames, printed } from './printed.ts';

let executablePath: string;
let args: string[];
let renderer: Renderer;

beforeAll(async () => {
  ({ path: executablePath, args } = await chromiumExecutable());
  renderer = createRenderer({ executablePath, args });
});

afterAll(() => renderer.close());

test('a DANFE is A4, in Tinos alone, with its key and its blocks inside the print frame', async () => {
  const pdf = await renderer.pdf(danfeHtml(authorizedXml({ items: 10 })));
  expect(fontNames(pdf)).toEqual(['Tinos-Bold', 'Tinos-Regular']);
  const pages = await printed(pdf);
  expect(pages).toHaveLength(1);
  const [page] = pages;
  expect([page?.widthCm, page?.heightCm]).toEqual([expect.closeTo(21, 1), expect.closeTo(29.7, 1)]);
  for (const { text, leftCm, topCm, widthCm } of page?.texts ?? []) {
    expect({ text, isInside: leftCm > 0.24 && leftCm + widthCm < 20.83 && topCm < 29.4 }).toEqual({
      text,
      isInside: true,
    });
  }
});

test('blocks stand where the manual puts them: one below the other, items below the totals', async () => {
  const [page] = await printed(await renderer.pdf(danfeHtml(authorizedXml())));
  const topOf = (text: string) => page?.texts.find((candidate) => candidate.text === text)?.topCm ?? NaN;
  const tops = [
    'DANFE',
    'DESTINATÁRIO / REMETENTE',
    'CÁLCULO DO IMPOSTO',
    'DADOS DOS PRODUTOS / SERVIÇOS',
    'DADOS ADICIONAIS',
  ].map(topOf);
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  expect(tops[0]).toBeCloseTo(3, 0);
});

test('every sheet of a long note is one page, with its folio, and no page is empty', async () => {
  const pages = await printed(await renderer.pdf(danfeHtml(authorizedXml({ items: 200 }))));
  const folios = pages.map(({ texts }) => texts.find(({ text }) => text.startsWith('FOLHA'))?.text);
  expect(folios).toEqual(pages.map((_, index) => `FOLHA ${index + 1}/${pages.length}`));
});

test('a batch gives every document its own PDF, in order, with its pages and its title', async () => {
  const counts = [1, 60, 2, 10, 120, 3, 1];
  const htmls = counts.map((items, index) => danfeHtml(authorizedXml({ items, recipientName: `Cliente ${index}` })));
  const pdfs = await renderer.pdfs(htmls);
  const alone = await Promise.all(htmls.map((html) => renderer.pdf(html)));
  expect(pdfs).toHaveLength(htmls.length);
  for (const [index, pdf] of pdfs.entries()) {
    const [batched, single] = await Promise.all([printed(pdf), printed(alone[index] ?? Buffer.of())]);
    expect(batched.map(wordsOf)).toEqual(single.map(wordsOf));
  }
});

test('a batch whose next document cannot be drawn fails, whatever becomes of those being printed', async () => {
  const hasty = createRenderer({ executablePath, args, timeoutMs: 1 }); // the browser cannot start in time
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  function* danfes() {
    for (let drawn = 0; drawn < 30; drawn += 1) yield danfeHtml(authorizedXml());
    throw new TypeError('not an nfeProc');
  }
  await expect(hasty.pdfs(danfes())).rejects.toThrow('not an nfeProc');
  await hasty.close();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('documents of different templates are printed in one batch all the same', async () => {
  const pdfs = await renderer.pdfs(['<p>uma</p>', danfeHtml(authorizedXml()), '<p>outra</p>']);
  const words = await Promise.all(pdfs.map(async (pdf) => (await printed(pdf)).flatMap(wordsOf)));
  expect([words[0], words[2]]).toEqual([['uma'], ['outra']]);
  expect(words[1]).toContain('DANFE');
});

test('twenty documents at once come out as themselves', async () => {
  const pdfs = await Promise.all(Array.from({ length: 20 }, (_, index) => renderer.pdf(`<p>documento ${index}</p>`)));
  const words = await Promise.all(pdfs.map(async (pdf) => (await printed(pdf)).flatMap(wordsOf).join('')));
  expect(words).toEqual(Array.from({ length: 20 }, (_, index) => `documento ${index}`));
});

test('a logo is printed in its colours, also after a letter on the same page of the browser', async () => {
  const logo = picture({ widthPx: 30, heightPx: 20, rgb: [0xe8, 0x5d, 0x04] });
  const page = createRenderer({ executablePath, args, pages: 1 });
  const danfe = async () => imageColours(await page.pdf(danfeHtml(authorizedXml(), { logo })));
  expect(await danfe()).toEqual([['#e85d04']]);
  await page.pdf(letterHtml(authorizedXml(), registeredLetter()));
  expect(await danfe()).toEqual([['#e85d04']]);
  await page.close();
});

test('documents run no script and reach neither network nor files', async () => {
  let requestCount = 0;
  const server = createServer((_, response) => {
    requestCount += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;
  const html = `<p id="words">como veio</p><script>words.textContent = 'mudado'</script>
    <link rel="stylesheet" href="${url}/a.css"><img src="${url}/b.png"><iframe src="${url}/c"></iframe><iframe src="file:///etc/hostname"></iframe>
    <iframe src="data:text/html,moldura"></iframe>`;
  const [page] = await printed(await renderer.pdf(html));
  server.close();
  expect(page && wordsOf(page)).toEqual(['como veio']);
  expect(requestCount).toBe(0);
});

test('pages that die while they print are replaced, and no document is lost', async () => {
  const printing = Array.from({ length: 12 }, () => renderer.pdf(danfeHtml(authorizedXml({ items: 100 }))));
  await Promise.race(printing);
  for (const pid of await browserProcesses('page')) signal(pid, 'SIGKILL');
  const pdfs = await Promise.all(printing);
  expect(pdfs.every((pdf) => pdf.subarray(0, 5).toString() === '%PDF-')).toBe(true);
});

test('a browser that dies is started again', async () => {
  const mortal = createRenderer({ executablePath, args });
  const before = new Set(await browserProcesses('browser'));
  await mortal.pdf('<p>antes</p>');
  const [started] = (await browserProcesses('browser')).filter((pid) => !before.has(pid));
  expect(started).toBeDefined();
  signal(started!, 'SIGKILL');
  expect((await printed(await mortal.pdf('<p>depois</p>'))).flatMap(wordsOf)).toEqual(['depois']);
  await mortal.close();
});

test('a page that hangs is given up, and the next document is printed', async () => {
  const hasty = createRenderer({ executablePath, args, pages: 1, timeoutMs: 12_000 });
  const before = new Set(await browserProcesses('page'));
  await until('a warm page', () => hasty.pdf('<p>aquecida</p>'));
  const stopped = (await browserProcesses('page')).filter((pid) => !before.has(pid));
  for (const pid of stopped) signal(pid, 'SIGSTOP');
  await expect(hasty.pdf('<p>parada</p>')).rejects.toMatchObject({ name: 'PrintingFailed', reason: 'timeout' });
  const next = await until('the next page', () => hasty.pdf('<p>seguinte</p>'));
  expect((await printed(next)).flatMap(wordsOf)).toEqual(['seguinte']);
  for (const pid of stopped) signal(pid, 'SIGKILL'); // a stopped process does not notice that its browser is gone
  await hasty.close();
});

test('without a browser the failure says so, and closing is final', async () => {
  const without = createRenderer({ executablePath: '/nowhere/chromium' });
  await expect(without.pdf('<p></p>')).rejects.toMatchObject({ reason: 'start' });
  await without.close();
  await expect(without.pdf('<p></p>')).rejects.toMatchObject({ reason: 'closed' });
});

test('a browser that starts and never answers is given up in time, and is gone', async () => {
  const executable = await hangingBrowser();
  const isRunning = async () => (await ownProcesses((command) => command.includes(executable))).length > 0;
  const hanging = createRenderer({ executablePath: executable, timeoutMs: 2_000 });
  const started = Date.now();
  const printing = expect(hanging.pdf('<p></p>')).rejects.toMatchObject({ reason: 'start' });
  await until('it started', isRunning);
  await printing;
  expect(Date.now() - started).toBeLessThan(60_000);
  await until('it has ended', async () => !(await isRunning()));
  await hanging.close();
});

function wordsOf({ texts }: { texts: { text: string }[] }): string[] {
  return texts.map(({ text }) => text);
}
