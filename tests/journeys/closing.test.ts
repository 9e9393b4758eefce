import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { authorizedDocument } from '../support/authorized.ts';
import { close, ended, trueZip } from '../support/closings.ts';
import { copies } from '../support/copies.ts';
import { type Installation, openInstallation } from '../support/installation.ts';
import { linkOf, newOffice } from '../support/office.ts';

let installation: Installation;
let office: Office;
let company: Company;
let note: Document;
beforeAll(async () => {
  const { path } = await chromiumExecutable();
  installation = await openInstallation({ PUPPETEER_EXECUTABLE_PATH: path });
  ({ company } = await installation.openCompany({ environment: 'PRODUCTION' }));
  ({ office } = await newOffice(installation.orm));
  await linkOf(installation.orm, office, company);
  note = await authorizedDocument(installation, company);
}, 240_000);
afterAll(() => installation?.close());

test('a month becomes one ZIP with every note, XML and PDF, and a manifest that is true', async () => {
  const { orm } = installation;
  await copies(orm, note, { from: 1000, count: 119 });
  const { created, skipped } = await close(installation, office);
  expect(skipped).toEqual([]);
  const closing = await ended(orm, created[0]!.closingId, 40_000);
  const { files, manifest } = await trueZip(installation.parts.blobs, closing);
  expect(manifest.documents).toHaveLength(120);
  expect(files.size).toBe(120 * 2 + 3);
  expect(String(files.get(`nfe/${note.accessKey}-procNFe.xml`))).toContain(note.accessKey);
});
