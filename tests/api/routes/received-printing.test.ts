import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '../../../adapters/rendering/renderer.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { chromiumExecutable } from '../../../machine/chromium.ts';
import { printed } from '../../adapters/rendering/printed.ts';
import { authorizedXml } from '../../domain/pages/danfe/authorized-xml.ts';
import { issuedNfse, sampleNfseKey } from '../../domain/pages/danfse/issued-nfse.ts';
import { newCompany } from '../fixture.ts';
import { startOwnApi, type OwnApi } from '../own-api.ts';
import { filed } from './received-desk.ts';

let renderer: Renderer;
let api: OwnApi;
let company: Company;
let key: string;
beforeAll(async () => {
  const { path, args } = await chromiumExecutable();
  renderer = createRenderer({ executablePath: path, args });
  api = await startOwnApi({ pdf: (html, owner) => renderer.pdf(html, owner) });
  ({ company, key } = await newCompany(api.orm));
});
afterAll(async () => {
  await api.close();
  await renderer.close();
});

test('a supplier’s note of 60 items is a PDF with all of them', async () => {
  const content = authorizedXml({ items: 60, describe: (index) => `Parafuso-${index}` });
  const pages = await pagesOf(await filed(api.orm, company, { content }));
  const texts = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(' ');
  expect(pages.length).toBeGreaterThan(1);
  for (let index = 0; index < 60; index += 1) expect(texts).toContain(`Parafuso-${index}`);
});

test('an NFS-e is a PDF of one page', async () => {
  const nfse = { schemaType: 'NFSE', accessKey: sampleNfseKey(), content: issuedNfse() } as const;
  const [page, ...more] = await pagesOf(await filed(api.orm, company, nfse));
  expect(more).toEqual([]);
  expect(page?.texts.map(({ text }) => text).join(' ')).toContain('DANFSe');
});

async function pagesOf({ id }: { id: string }) {
  const response = await fetch(`${api.url}/v1/received-documents/${id}/danfe`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return printed(Buffer.from(await response.arrayBuffer()));
}
