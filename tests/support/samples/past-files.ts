import type { Environment } from '../../../domain/companies/settings.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import {
  cancelEvent,
  correctionLetterEvent,
  layoutEvent,
  type LaidOutEvent,
  signEvent,
} from '../../../domain/nfe/events.ts';
import { layoutInutilization, signInutilization } from '../../../domain/nfe/inutilization.ts';
import { buildNfseCancellation } from '../../../domain/nfse/events.ts';
import { nfeProc, procEventoNFe, procInutNFe } from '../../../domain/sefaz/messages.ts';
import type { Signer } from '../../../domain/xml/signature.ts';
import { field } from '../../../domain/xml/writer.ts';
import type { PastSource } from '../../../operations/past/examine.ts';
import { dpsOf, eventAround, infNfseOf, nfseAround, nfseKey } from './nfse.ts';
import { computedNote, identity, issuer, recipient } from './notes.ts';
import { computedService, dpsIdentity } from './services.ts';
import { signedBy } from './sign-nfse.ts';
import { makeSigner } from './signer.ts';

/** The companies of the samples, whose tax ids the files have. */
export const pastIssuer = issuer.taxId;
export const pastRecipient = recipient.document ?? '';

const signer = makeSigner();

type PastNoteOptions = {
  number: number;
  series?: number;
  signer?: Signer;
  environment?: 'PRODUCTION' | 'HOMOLOGATION';
  recipientOf?: string;
  /** Due dates of the two halves, AAAA-MM-DD. */
  due?: [string, string];
};

/** An NF-e of R$ 100.00 that its state authorized, and its access key. */
export function pastNote({ number, series = 1, environment = 'PRODUCTION', recipientOf, due }: PastNoteOptions): {
  accessKey: string;
  file: PastSource;
} {
  const computed = computedNote({
    ...(recipientOf !== undefined && { recipient: { ...recipient, document: recipientOf } }),
    ...(due && { invoice: { original: '100.00', discount: '0.00', net: '100.00', installments: halves(due) } }),
  });
  const built = buildNfe(computed, { ...identity, number, series, environment }, { signer, csc: null });
  const { accessKey, digestValue, xml } = built;
  const protNFe =
    `<protNFe versao="4.00"><infProt><tpAmb>${environment === 'PRODUCTION' ? 1 : 2}</tpAmb><verAplic>SP</verAplic><chNFe>${accessKey}</chNFe>` +
    `<dhRecbto>2026-11-21T09:31:02-03:00</dhRecbto><nProt>${135260000000000 + number}</nProt><digVal>${digestValue}</digVal>` +
    '<cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>';
  return { accessKey, file: { name: `${accessKey}-procNFe.xml`, content: Buffer.from(nfeProc(xml, protNFe)) } };
}

const halves = (due: string[]) => due.map((dueDate, at) => ({ number: `00${at + 1}`, dueDate, value: '50.00' }));

const at = new Date('2026-11-21T13:00:00Z');

/** The registered cancellation of a note. */
export function pastCancellation(
  accessKey: string,
  cStat = '135',
  environment: Environment = 'PRODUCTION',
): PastSource {
  const header = {
    accessKey,
    sequence: 1,
    taxId: pastIssuer,
    cOrgao: '35',
    environment,
    at,
    state: 'SP',
  };
  const laidOut = cancelEvent({ ...header, protocol: '135260000000008', justification: 'Venda desfeita pelo cliente' });
  return registered(laidOut, accessKey, { code: '110111', sequence: 1, cStat });
}

/** A registered correction letter about a note. */
export function pastCorrection(accessKey: string, sequence = 1): PastSource {
  const header = {
    accessKey,
    sequence,
    taxId: pastIssuer,
    cOrgao: '35',
    environment: 'PRODUCTION' as const,
    at,
    state: 'SP',
  };
  const laidOut = correctionLetterEvent({
    ...header,
    correction: `Onde se lê azul, leia-se verde, pela vez ${sequence}`,
  });
  return registered(laidOut, accessKey, { code: '110110', sequence, cStat: '135' });
}

/** The recipient's confirmation of a note. */
export function pastConfirmation(accessKey: string): PastSource {
  const ofRecipient = makeSigner({ name: 'AGUA BOA', taxId: pastRecipient });
  const header = {
    accessKey,
    sequence: 1,
    taxId: pastRecipient,
    cOrgao: '91',
    environment: 'PRODUCTION' as const,
    at,
    state: 'SP',
  };
  const laidOut = layoutEvent(header, '210200', [field('descEvento', 'Confirmacao da Operacao')]);
  return registered(laidOut, accessKey, { code: '210200', sequence: 1, cStat: '135' }, ofRecipient);
}

function registered(
  laidOut: LaidOutEvent,
  accessKey: string,
  { code, sequence, cStat }: { code: string; sequence: number; cStat: string },
  by: Signer = signer,
): PastSource {
  const retEvento =
    `<retEvento versao="1.00"><infEvento><tpAmb>1</tpAmb><verAplic>SP</verAplic><cOrgao>35</cOrgao><cStat>${cStat}</cStat>` +
    `<xMotivo>Evento registrado e vinculado a NF-e</xMotivo><chNFe>${accessKey}</chNFe><tpEvento>${code}</tpEvento>` +
    `<nSeqEvento>${sequence}</nSeqEvento><dhRegEvento>2026-11-21T10:00:05-03:00</dhRegEvento><nProt>135260000000108</nProt></infEvento></retEvento>`;
  const content = Buffer.from(procEventoNFe(signEvent(laidOut, by).xml, retEvento));
  return { name: `${accessKey}-${code}-${sequence}-procEventoNFe.xml`, content };
}

/** The inutilization of numbers of series 1. */
export function pastInutilization(first: number, last: number): PastSource {
  const range = { stateCode: '35', year: 2026, cnpj: pastIssuer, model: '55' as const, series: 1, first, last };
  const justification = 'Falha no sistema de caixa';
  const { xml } = signInutilization(
    layoutInutilization({ ...range, justification, environment: 'PRODUCTION' }),
    signer,
  );
  const retInutNFe =
    '<retInutNFe versao="4.00"><infInut><tpAmb>1</tpAmb><verAplic>SP</verAplic><cStat>102</cStat>' +
    `<xMotivo>Inutilizacao de numero homologado</xMotivo><cUF>35</cUF><ano>26</ano><CNPJ>${pastIssuer}</CNPJ><mod>55</mod>` +
    `<serie>1</serie><nNFIni>${first}</nNFIni><nNFFin>${last}</nNFFin><dhRecbto>2026-11-21T11:00:00-03:00</dhRecbto>` +
    '<nProt>135260000000209</nProt></infInut></retInutNFe>';
  return { name: `inut-${first}-${last}-procInutNFe.xml`, content: Buffer.from(procInutNFe(xml, retInutNFe)) };
}

/** An NFS-e of the national layout, from its DPS 42. */
export function pastService(): PastSource {
  const { dps } = dpsOf(signer, computedService(), { ...dpsIdentity, environment: 'PRODUCTION' });
  return { name: 'nfse.xml', content: Buffer.from(signedBy(signer, nfseAround(infNfseOf(dps)))) };
}

/** The cancellation of that NFS-e, as the national system registered it. */
export function pastServiceCancellation(): PastSource {
  const request = {
    ...({
      accessKey: nfseKey,
      environment: 'PRODUCTION',
      authorTaxId: pastIssuer,
      reasonCode: '9',
      occurredAt: at,
    } as const),
    ...{ justification: 'Pedido do tomador do serviço', version: '0.1.0' },
  };
  const asked = buildNfseCancellation(request, signer).xml.replace(/^<\?[^>]*>/, '');
  const content = Buffer.from(signedBy(signer, eventAround(asked), { name: 'infEvento' }));
  return { name: 'evento-nfse.xml', content };
}
