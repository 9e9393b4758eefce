import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type RendererOptions } from '../../../../adapters/rendering/renderer.ts';
import { chromiumExecutable } from '../../../../machine/chromium.ts';
import { hangingBrowser } from '../../../adapters/rendering/hanging-browser.ts';
import { registeredLetter } from '../../../domain/pages/correction-letter/registered-letter.ts';
import { authorizedXml } from '../../../domain/pages/danfe/authorized-xml.ts';
import { testDatabase } from '../../../support/servers/parts.ts';
import { newCompany, sale } from '../../fixture.ts';
import { startOwnApi } from '../../own-api.ts';
import { becomes, keepEvent } from './documents.ts';

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
    expect(await api.logs()).toContainEqual(expect.objectContaining({ message: 'a request found a part away' }));
  },
);

test('a small note does not wait behind all the long ones of another company', async () => {
  const { path: executablePath, args } = await chromiumExecutable();
  const api = await apiWith({ executablePath, args, pages: 1 });
  const [busy, other] = [await newCompany(api.orm), await newCompany(api.orm)];
  const long = await authorizedNote(api, busy.key, authorizedXml({ items: 450 }));
  const small = await authorizedNote(api, other.key);
  let printedLong = 0;
  const danfes = Array.from({ length: 20 }, async () => {
    const { status } = await api.call('GET', `${long}/danfe`, { key: busy.key });
    printedLong += 1;
    return status;
  });
  await Promise.race(danfes);
  const { status } = await api.call('GET', `${small}/danfe`, { key: other.key });
  expect({ status, isEarly: printedLong < 10 }).toEqual({ status: 200, isEarly: true });
  expect(await Promise.all(danfes)).toEqual(danfes.map(() => 200));
});

test('a company whose PDFs wait in too great a number is told to come again, and another company is not', async () => {
  const executablePath = await hangingBrowser();
  const api = await apiWith({ executablePath, timeoutMs: 5_000, pages: 1, waitingPerOwner: 3 });
  const [busy, other] = [await newCompany(api.orm), await newCompany(api.orm)];
  const [path, small] = [await authorizedNote(api, busy.key), await authorizedNote(api, other.key)];
  const danfes = Array.from({ length: 6 }, () => api.call('GET', `${path}/danfe`, { key: busy.key }));
  const refused = await Promise.race(danfes);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', message: expect.stringMatching(/PDFs/) },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await api.call('GET', `${small}/danfe`, { key: other.key })).status).toBe(503);
  const statuses = (await Promise.all(danfes)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([429, 429, 503, 503, 503, 503]);
});

type PrintingApi = Awaited<ReturnType<typeof apiWith>>;

async function apiWith(options: RendererOptions) {
  const renderer = createRenderer(options);
  const api = await startOwnApi({ databaseUrl, pdf: renderer.pdf });
  stops.push(
    () => api.close(),
    () => renderer.close(),
  );
  return api;
}

/** The path of an authorized note with a registered correction letter. */
async function authorizedNote(api: PrintingApi, key: string, xml = authorizedXml()): Promise<string> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  await becomes(api.orm, body.id, 'AUTHORIZED', xml);
  await keepEvent(api.orm, String(body.id), { type: 'CORRECTION_LETTER', sequence: 1, procXml: registeredLetter() });
  return `/v1/fiscal-documents/${String(body.id)}`;
}
