import { afterAll, beforeAll, expect, test } from 'vitest';
import { registeredLetter } from '../../../domain/pages/correction-letter/registered-letter.ts';
import { authorizedXml } from '../../../domain/pages/danfe/authorized-xml.ts';
import { newCompany, sale } from '../../fixture.ts';
import { startOwnApi, type OwnApi } from '../../own-api.ts';
import { becomes, keepEvent } from './documents.ts';

let api: OwnApi;
let key: string;
const drawn: string[] = [];
beforeAll(async () => {
  api = await startOwnApi({
    pdf: async (html) => {
      drawn.push(html);
      return Buffer.from('%PDF-1.7');
    },
  });
  ({ key } = await newCompany(api.orm));
});
afterAll(() => api.close());

test('a registered event’s XML is the authority’s, byte for byte, and can be saved under its name', async () => {
  const { id, accessKey } = await authorized();
  const procXml = registeredLetter('Leia-se Rua B');
  const eventId = await keepEvent(api.orm, id, { type: 'CORRECTION_LETTER', sequence: 2, procXml });
  const shown = await get(`${id}/events/${eventId}/xml`);
  expect(shown.text).toBe(procXml);
  expect(shown.headers.get('content-type')).toMatch(/^application\/xml/);
  expect(shown.headers.get('content-disposition')).toBeNull();
  const saved = await get(`${id}/events/${eventId}/xml?download=true`);
  expect(saved.headers.get('content-disposition')).toBe(`attachment; filename=${accessKey}-110110-2-procEventoNFe.xml`);
});

test('the letter’s PDF is the last registered one, whatever was refused since', async () => {
  const { id, accessKey } = await authorized();
  await keepEvent(api.orm, id, {
    type: 'CORRECTION_LETTER',
    sequence: 1,
    procXml: registeredLetter('a primeira versão'),
  });
  await keepEvent(api.orm, id, {
    type: 'CORRECTION_LETTER',
    sequence: 2,
    procXml: registeredLetter('a segunda versão'),
  });
  await keepEvent(api.orm, id, { type: 'CORRECTION_LETTER', sequence: 3, procXml: null });
  const { status, headers } = await get(`${id}/correction-letter/pdf?download=true`);
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'application/pdf' });
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${accessKey}-110110-2.pdf"`);
  expect(drawn.at(-1)).toContain('a segunda versão');
});

test('what is not registered, another document’s and another company’s event are 404', async () => {
  const [mine, other] = [await authorized(), await authorized()];
  const refused = await keepEvent(api.orm, mine.id, { type: 'CORRECTION_LETTER', sequence: 1, procXml: null });
  const cancelled = await keepEvent(api.orm, other.id, {
    type: 'CANCELLATION',
    sequence: 1,
    procXml: '<procEventoNFe/>',
  });
  const stranger = await newCompany(api.orm);
  const asked = [
    get(`${mine.id}/events/${refused}/xml`),
    get(`${mine.id}/events/${cancelled}/xml`),
    get(`${mine.id}/events/nada/xml`),
    get(`${other.id}/events/${cancelled}/xml`, stranger.key),
    get(`${mine.id}/correction-letter/pdf`),
    get(`${other.id}/correction-letter/pdf`),
  ];
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 404));
});

function get(path: string, caller = key) {
  return api.call('GET', `/v1/fiscal-documents/${path}`, { key: caller });
}

async function authorized(): Promise<{ id: string; accessKey: string }> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  const accessKey = await becomes(api.orm, body.id, 'AUTHORIZED', authorizedXml());
  return { id: String(body.id), accessKey };
}
