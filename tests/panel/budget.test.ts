import { randomInt } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document, type DocumentStatus, documentStatuses } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { recipient } from '../support/samples/notes.ts';
import { sale } from '../support/samples/sale.ts';
import { stylesheetPath } from '../../panel/assets.ts';
import { startPanel } from './panel-fixture.ts';

type Panel = Awaited<ReturnType<typeof startPanel>>;
let panel: Panel;
let page: string;

beforeAll(async () => {
  panel = await startPanel();
  const { company } = await newCompany(panel.orm);
  const em = acrossCompanies(panel.orm);
  for (let number = 1; number <= 60; number += 1) {
    em.create(Document, {
      ...{ company: company.id, type: 'NFE', environment: 'HOMOLOGATION', status: statusOf(number), series: 1, number },
      ...{ totalValue: `${randomInt(1, 9_999)}.${randomInt(10, 99)}`, externalId: `pedido-${randomInt(1, 1e9)}` },
      issueDateTime: new Date(Date.now() - number * 3_600_000),
      clientSnapshot: { ...recipient, name: `Comércio de Alimentos ${randomInt(1, 1e9).toString(36)} Ltda` },
      rejectionReason:
        statusOf(number) === 'REJECTED' ? '539 - Rejeição: duplicidade de NF-e com diferença na chave' : null,
      payload: sale,
    });
  }
  await em.flush();
  page = (await (await panel.person(company.id)).get(`/e/${company.taxId}/notas`)).text;
});
afterAll(() => panel.close());

/** The most bytes of each kind, as sent to a browser that accepts brotli. */
const budget = { html: 15_000, css: 12_000, js: 15_000, woff2: 60_000 };

test('a list of fifty notes, and all that it loads, is as small as was promised', async () => {
  expect(page.match(/class="open"/g)).toHaveLength(50);
  const sums: Record<string, number> = { html: asSent(page), css: 0, js: 0, woff2: 0 };
  const stylesheet = await (await fetch(panel.url + stylesheetPath)).text();
  for (const path of new Set(`${page} ${stylesheet}`.match(/\/arquivos\/[\w.-]+/g))) {
    const answer = await fetch(panel.url + path, { headers: { 'accept-encoding': 'br' } });
    expect([path, answer.status]).toEqual([path, 200]);
    const kind = path.slice(path.lastIndexOf('.') + 1);
    const bytes = Buffer.from(await answer.arrayBuffer());
    sums[kind] = (sums[kind] ?? 0) + (kind === 'woff2' ? bytes.length : brotliCompressSync(bytes).length);
  }
  for (const [kind, most] of Object.entries(budget)) {
    expect([kind, sums[kind]]).toEqual([kind, expect.toSatisfy((bytes: number) => bytes > 0 && bytes <= most)]);
  }
});

/** The bytes of a text, compressed as `compressed` in `http/` does. */
function asSent(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
}

function statusOf(number: number): DocumentStatus {
  return documentStatuses[number % documentStatuses.length] ?? 'DRAFT';
}
