import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { layoutEvent, signEvent } from '../../../domain/nfe/events.ts';
import { nfeProc, procEventoNFe } from '../../../domain/sefaz/messages.ts';
import type { Signer } from '../../../domain/xml/signature.ts';
import { field } from '../../../domain/xml/writer.ts';
import { computedNote, identity, issuer, recipient } from './notes.ts';
import { makeSigner } from './signer.ts';

export type Change = readonly [from: string | RegExp, to: string];

export const supplier = makeSigner();
const note = buildNfe(computedNote(), identity, { signer: supplier, csc: null });

/** Access key of the note that all these documents are about: of 100.00, from the company of the samples to another. */
export const receivedKey = note.accessKey;

const nfe = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const protNFe =
  '<protNFe versao="4.00"><infProt><tpAmb>2</tpAmb><verAplic>SP_NFE_PL_010f</verAplic>' +
  `<chNFe>${receivedKey}</chNFe><dhRecbto>2026-11-21T09:31:02-03:00</dhRecbto><nProt>135260000123456</nProt>` +
  `<digVal>${note.digestValue}</digVal><cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>`;

/** The complete note, with changes made after it was signed. */
export function procNfe(...changes: Change[]): string {
  return changed(nfeProc(note.xml, protNFe), changes);
}

/** The summary of that note. */
export function resNfe(...changes: Change[]): string {
  return changed(
    `<resNFe ${nfe} versao="1.01"><chNFe>${receivedKey}</chNFe><CNPJ>${issuer.taxId}</CNPJ><xNome>Padaria &amp; Filhos</xNome>` +
      '<IE>110042490114</IE><dhEmi>2026-11-21T09:30:00-03:00</dhEmi><tpNF>1</tpNF><vNF>100.00</vNF>' +
      `<digVal>${note.digestValue}</digVal><dhRecbto>2026-11-21T09:31:02-03:00</dhRecbto><nProt>135260000123456</nProt>` +
      '<cSitNFe>1</cSitNFe></resNFe>',
    changes,
  );
}

/** The summary of that note's cancellation. */
export function resEvento(...changes: Change[]): string {
  return changed(
    `<resEvento ${nfe} versao="1.01"><cOrgao>35</cOrgao><CNPJ>${issuer.taxId}</CNPJ><chNFe>${receivedKey}</chNFe>` +
      '<dhEvento>2026-11-21T10:00:00-03:00</dhEvento><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento>' +
      '<xEvento>Cancelamento</xEvento><dhRecbto>2026-11-21T10:00:05-03:00</dhRecbto><nProt>135260000123457</nProt></resEvento>',
    changes,
  );
}

/** A registered event about that note, of any type, with fields of its own; changes are made after it was signed. */
export function procEvento(
  {
    code,
    fields,
    by = recipient.document ?? '',
    signer = supplier,
  }: { code: string; fields: [string, string][]; by?: string; signer?: Signer },
  ...changes: Change[]
): string {
  const header = { accessKey: receivedKey, sequence: 1, taxId: by, cOrgao: '91', at: new Date('2026-11-21T13:00:00Z') };
  const detail = fields.map(([name, text]) => field(name, text));
  const laidOut = layoutEvent({ ...header, environment: 'HOMOLOGATION', state: 'SP' }, code, detail);
  const retEvento =
    '<retEvento versao="1.00"><infEvento><tpAmb>2</tpAmb><verAplic>AN_1.4.3</verAplic><cOrgao>91</cOrgao><cStat>135</cStat>' +
    `<xMotivo>Evento registrado e vinculado a NF-e</xMotivo><chNFe>${receivedKey}</chNFe><tpEvento>${code}</tpEvento>` +
    '<nSeqEvento>1</nSeqEvento><dhRegEvento>2026-11-21T10:00:05-03:00</dhRegEvento><nProt>891260000123457</nProt></infEvento></retEvento>';
  return changed(procEventoNFe(signEvent(laidOut, signer).xml, retEvento), changes);
}

function changed(xml: string, changes: readonly Change[]): string {
  return changes.reduce((text, [from, to]) => {
    const next = text.replace(from, to);
    if (next === text) throw new TypeError(`nothing to change at ${String(from)}`);
    return next;
  }, xml);
}
