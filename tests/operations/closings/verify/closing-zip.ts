import { createHash, createPrivateKey } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { zipOf } from '../../../../adapters/archives/zip.ts';
import { factsOf } from '../../../../domain/closings/facts-of.ts';
import { manifestCsv } from '../../../../domain/closings/manifest-csv.ts';
import { manifestJson } from '../../../../domain/closings/manifest-json.ts';
import type { Manifest, ManifestDocument, ManifestFile } from '../../../../domain/closings/manifest.ts';
import { closingTotals } from '../../../../domain/closings/totals.ts';
import { buildNfe } from '../../../../domain/nfe/build-nfe.ts';
import { cancelEvent, signEvent } from '../../../../domain/nfe/events.ts';
import { layoutInutilization, signInutilization } from '../../../../domain/nfe/inutilization.ts';
import { nfeProc, procEventoNFe, procInutNFe } from '../../../../domain/sefaz/messages.ts';
import type { Signer } from '../../../../domain/xml/signature.ts';
import { each } from '../../../adapters/archives/members.ts';
import { ofNote, ofService } from '../../../domain/closings/documents.ts';
import { type Made, make } from '../../../domain/companies/making-certificates.ts';
import { dpsOf, infNfseOf, nfseAround } from '../../../support/samples/nfse.ts';
import { computedNote, identity, issuer } from '../../../support/samples/notes.ts';
import { computedService, dpsIdentity } from '../../../support/samples/services.ts';
import { signedBy } from '../../../support/samples/sign-nfse.ts';

const day = 86_400_000;
const signedAt = new Date('2026-11-21T12:30:00Z');
const validFrom = new Date(signedAt.getTime() - 30 * day);

export const root = make({ name: 'AC Raiz de Testes', ca: true, notBefore: validFrom });
/** Certificates of the company, and of somebody else. */
export const ofCompany = certified('PADARIA SAO JOSE LTDA', '11222333000181');
export const ofOther = certified('OUTRA EMPRESA LTDA', '44555666000181');
export const ended = make({
  ...{ name: 'PADARIA SAO JOSE LTDA', cnpj: '11222333000181', issuer: root },
  ...{ notBefore: validFrom, notAfter: new Date(signedAt.getTime() - day) },
});
export const selfMade = make({ name: 'PADARIA SAO JOSE LTDA', cnpj: '11222333000181', notBefore: validFrom });
const sefin = certified('SEFIN NACIONAL', '00394460005887');

function certified(name: string, cnpj: string): Made {
  return make({ name, cnpj, issuer: root, notBefore: validFrom });
}

export function signerOf({ keyPem, pem }: Made): Signer & { certificatePem: string } {
  const certificateBase64 = pem.replace(/-----[^-]+-----|\s/g, '');
  return { key: createPrivateKey(keyPem), certificateBase64, certificatePem: pem };
}

/** A file of the ZIP, which a test may change before it is packed. */
export type Packed = { name: string; content: string | Buffer };
/** A month before it is packed. `files` are all but manifest and table; `table` replaces the manifest's table for people. */
export type Month = { files: Packed[]; manifest: Manifest; table?: string };

type MonthOptions = { by?: Made; environment?: 'PRODUCTION' | 'HOMOLOGATION' };

/**
 * The month of a bakery: NF-e 7 authorized, 8 cancelled, 9 and 10 inutilized, 11 never drawn, 12 authorized, and one NFS-e. All are signed;
 * `by` signs NF-e 7.
 */
export function month({ by = ofCompany, environment = 'PRODUCTION' }: MonthOptions = {}): Month {
  const notes = [note(7, by, environment), note(8, ofCompany, 'PRODUCTION'), note(12, ofCompany, 'PRODUCTION')];
  const [, second] = notes;
  const cancelled = cancellation(second?.accessKey ?? '');
  const service = nfse();
  const given = inutilization();
  const documents: ManifestDocument[] = [
    ...notes.map(({ facts, file, pdf, accessKey }) => ({
      ...(accessKey === second?.accessKey ? { ...facts, ...gone } : facts),
      files: [file.name, pdf.name, ...(accessKey === second?.accessKey ? [cancelled.name] : [])],
    })),
    { ...service.facts, files: [service.file.name], pdfMissing: 'O XML não tem o que o PDF mostra' },
  ];
  const files = [...notes.flatMap(({ file, pdf }) => [file, pdf]), service.file, cancelled, given];
  return { files, manifest: manifestOf(documents, given.name) };
}

const gone: Partial<ManifestDocument> = {
  ...{ status: 'CANCELLED', cancelledAt: '2026-11-21T10:00:05-03:00', taxes: {}, goods: [] },
};

function note(number: number, by: Made, environment: 'PRODUCTION' | 'HOMOLOGATION') {
  const computed = computedNote();
  const built = buildNfe(computed, { ...identity, number, environment }, { signer: signerOf(by), csc: null });
  const { accessKey, digestValue } = built;
  const protocol = `13526000000000${number}`.slice(-15);
  const protNFe =
    `<protNFe versao="4.00"><infProt><tpAmb>1</tpAmb><verAplic>SP</verAplic><chNFe>${accessKey}</chNFe>` +
    `<dhRecbto>2026-11-21T09:31:02-03:00</dhRecbto><nProt>${protocol}</nProt><digVal>${digestValue}</digVal>` +
    '<cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>';
  const facts = factsOf(
    ofNote(computed, {
      ...{ id: `019ab1c2-4e5f-7a61-9b7c-0d1e2f3a4b${String(number).padStart(2, '0')}`, number, accessKey },
      ...{ issueDateTime: signedAt, authorizationDate: new Date('2026-11-21T12:31:02Z'), protocolNumber: protocol },
    }),
  );
  const name = `nfe/${accessKey}`;
  const file = { name: `${name}-procNFe.xml`, content: nfeProc(built.xml, protNFe) };
  return { accessKey, facts, file, pdf: { name: `${name}.pdf`, content: `%PDF-1.4 of ${number}` } };
}

/** A registered cancellation of a note. */
export function cancellation(accessKey: string, by: Made = ofCompany): Packed {
  const at = new Date('2026-11-21T13:00:00Z');
  const header = { accessKey, sequence: 1, taxId: issuer.taxId, cOrgao: '35', environment: 'PRODUCTION' as const, at };
  const justification = 'Venda desfeita pelo cliente';
  const laidOut = cancelEvent({ ...header, state: 'SP', protocol: '135260000000008', justification });
  const retEvento =
    '<retEvento versao="1.00"><infEvento><tpAmb>1</tpAmb><verAplic>SP</verAplic><cOrgao>35</cOrgao><cStat>135</cStat>' +
    `<xMotivo>Evento registrado e vinculado a NF-e</xMotivo><chNFe>${accessKey}</chNFe><tpEvento>110111</tpEvento>` +
    '<nSeqEvento>1</nSeqEvento><dhRegEvento>2026-11-21T10:00:05-03:00</dhRegEvento><nProt>135260000000108</nProt></infEvento></retEvento>';
  const content = procEventoNFe(signEvent(laidOut, signerOf(by)).xml, retEvento);
  return { name: `eventos/${accessKey}-110111-1-procEventoNFe.xml`, content };
}

function nfse() {
  const computed = computedService();
  const { dps } = dpsOf(signerOf(ofCompany), computed, { ...dpsIdentity, environment: 'PRODUCTION' });
  const content = signedBy(signerOf(sefin), nfseAround(infNfseOf(dps)));
  const [, accessKey = ''] = /Id="NFS([0-9]{50})"/.exec(content) ?? [];
  const facts = factsOf(
    ofService(computed, {
      ...{ id: '019ab1c2-4e5f-7a61-9b7c-0d1e2f3a4c01', number: 42, accessKey, nfseNumber: '4711' },
      ...{ issueDateTime: dpsIdentity.issuedAt, authorizationDate: signedAt, protocolNumber: '123456' },
    }),
  );
  return { facts, file: { name: `nfse/${accessKey}-nfse.xml`, content } };
}

function inutilization(): Packed {
  const range = {
    stateCode: '35',
    year: 2026,
    cnpj: issuer.taxId,
    model: '55' as const,
    series: 1,
    first: 9,
    last: 10,
  };
  const laidOut = layoutInutilization({
    ...range,
    justification: 'Falha no sistema de caixa',
    environment: 'PRODUCTION',
  });
  const { xml } = signInutilization(laidOut, signerOf(ofCompany));
  const retInutNFe =
    '<retInutNFe versao="4.00"><infInut><tpAmb>1</tpAmb><verAplic>SP</verAplic><cStat>102</cStat>' +
    '<xMotivo>Inutilizacao de numero homologado</xMotivo><cUF>35</cUF><ano>26</ano><CNPJ>11222333000181</CNPJ><mod>55</mod>' +
    '<serie>1</serie><nNFIni>9</nNFIni><nNFFin>10</nNFFin><dhRecbto>2026-11-21T11:00:00-03:00</dhRecbto>' +
    '<nProt>135260000000209</nProt></infInut></retInutNFe>';
  return { name: 'inutilizacoes/nfe-2026-1-9-10-procInutNFe.xml', content: procInutNFe(xml, retInutNFe) };
}

function manifestOf(documents: ManifestDocument[], given: string): Manifest {
  const id = '019ab1c2-4e5f-7a61-9b7c-0d1e2f3a4d00';
  const sums = closingTotals({ year: 2026, month: 11 });
  documents.forEach((document) => sums.add(document));
  const none = { denied: [], inutilizing: [], later: [], open: [] };
  const proposal = {
    model: '55' as const,
    series: 1,
    startNumber: 11,
    endNumber: 11,
    justification: 'Número não usado na emissão',
  };
  return {
    ...{
      version: 1,
      generator: 'Lavra 0.1.0',
      closingId: id,
      year: 2026,
      month: 11,
      includeXml: true,
      includePdf: true,
    },
    asOf: '2026-12-01T08:00:00-03:00',
    company: { id, taxId: issuer.taxId, name: issuer.name },
    office: { taxId: '44555666000181', name: 'Contábil Horizonte' },
    totals: sums.totals(),
    numbering: [
      {
        ...{ ...none, type: 'NFE', series: 1, previous: 6, first: 7, last: 12, authorized: 2, cancelled: [8] },
        inutilized: [{ startNumber: 9, endNumber: 10 }],
        gaps: [{ startNumber: 11, endNumber: 11, proposal }],
      },
      {
        ...none,
        ...{ type: 'NFSE', series: 1, previous: null, first: 42, last: 42, authorized: 1, cancelled: [] },
        inutilized: [],
        gaps: [],
      },
    ],
    inutilizations: [
      {
        ...{ inutilizationId: id, model: '55', series: 1, startNumber: 9, endNumber: 10, protocol: '135260000000209' },
        ...{ inutilizedAt: '2026-11-21T11:00:00-03:00', justification: 'Falha no sistema de caixa', files: [given] },
      },
    ],
    documents,
    files: [],
  };
}

const kinds = { nfe: 'XML', nfse: 'XML', eventos: 'EVENT', inutilizacoes: 'INUTILIZATION' } as const;

/** The files of a month as its manifest lists them. */
function listed(files: readonly Packed[], { documents }: Manifest): ManifestFile[] {
  return files.map(({ name, content }) => {
    const bytes = Buffer.from(content);
    const [, kind] = Object.entries(kinds).find(([folder]) => name.startsWith(`${folder}/`)) ?? [];
    return {
      ...{ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
      kind: name.endsWith('.pdf') && kind ? 'PDF' : (kind ?? 'MANIFEST'),
      accessKey: documents.find((document) => document.files.includes(name))?.accessKey ?? null,
    };
  });
}

/** All files of the ZIP, with a manifest that lists them as they are now: changes that were made before are consistent. */
export async function filesOf({ files, manifest, ...month }: Month): Promise<Packed[]> {
  const table = month.table ?? (await all(manifestCsv(manifest.documents, manifest.numbering)));
  const whole = [
    ...files,
    { name: 'manifesto.csv', content: table },
    { name: 'fechamento.pdf', content: '%PDF-1.4 page' },
  ];
  const json = await all(manifestJson(manifest, { ...manifest, files: listed(whole, manifest) }));
  return [...whole, { name: 'manifesto.json', content: json }];
}

async function all(texts: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const text of texts) whole += text;
  return whole;
}

/** The bytes of an archive of the files, as closings are packed. */
export async function bytesOf(files: readonly Packed[]): Promise<Buffer> {
  const members = files.map(({ name, content }) => ({ name, content: Buffer.from(content), modifiedAt: signedAt }));
  return buffer(zipOf(each(members)));
}

/** Writes the files to an archive. */
export async function pack(path: string, files: readonly Packed[]): Promise<string> {
  await writeFile(path, await bytesOf(files));
  return path;
}
