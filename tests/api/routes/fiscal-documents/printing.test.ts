import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createRenderer, type RendererOptions } from '../../../../adapters/rendering/renderer.ts';
import { hangingBrowser } from '../../../adapters/rendering/hanging-browser.ts';
import { registeredLetter } from '../../../domain/pages/correction-letter/registered-letter.ts';
import { authorizedXml } from '../../../domain/pages/danfe/authorized-xml.ts';
import { testDatabase } from '../../../support/parts.ts';
import { newCompany, sale, startApi } from '../../fixture.ts';
import { becomes, keepEvent } from './documents.ts';

/** Browsers on a busy machine are slow. */
jest.setTimeout(120_000);

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await testDatabase();
});

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});

test.each([
  ['is missing', async () => ({ executablePath: '/nowhere/chromium' })],
  ['starts and hangs', async () => ({ executablePath: await hangingBrowser(), timeoutMs: 1_000 })],
])(
  'where the browser %s, DANFE and letter are 503 with the time to wait, and the document is as it was',
  async (_, browser) => {
    const api = await apiWith(await browser());
    const { key } = await newCompany(api.orm);
    const path = await authorizedNote(api, key);
    for (const file of ['danfe', 'correction-letter/pdf']) {
      const { status, headers, body } = await api.call('GET', `${path}/${file}`, { key });
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 503,
        code: 'service_unavailable',
        message: 'O navegador que desenha os PDFs está indisponível. Tente de novo em instantes.',
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await api.call('GET', path, { key })).body).toMatchObject({ status: 'AUTHORIZED' });
    expect(api.logs).toContainEqual(expect.objectContaining({ message: 'a request found a part away' }));
  },
);

type PrintingApi = Awaited<ReturnType<typeof apiWith>>;

async function apiWith(options: RendererOptions) {
  const renderer = createRenderer(options);
  const api = await startApi({ databaseUrl, pdf: renderer.pdf });
  stops.push(
    () => api.close(),
    () => renderer.close(),
  );
  return api;
}

/** The path of an authorized note that has a registered letter. */
async function authorizedNote(api: PrintingApi, key: string, xml = authorizedXml()): Promise<string> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  await becomes(api.orm, body.id, 'AUTHORIZED', xml);
  await keepEvent(api.orm, String(body.id), { type: 'CORRECTION_LETTER', sequence: 1, procXml: registeredLetter() });
  return `/v1/fiscal-documents/${String(body.id)}`;
}
