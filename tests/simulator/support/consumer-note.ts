import { createHash, createSign } from 'node:crypto';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import type { NoteOptions, SignedNote } from './note.ts';
import { signedNote } from './note.ts';

/** A CSC: the code that a state gives a company for its QR codes of version 2. */
export const csc = { id: 1, token: 'SEU-CODIGO-CSC-CONTRIBUINTE-36-CARACTERES'.slice(0, 36) };

export const consumerUrl = endpoints.model65.SP.homologation.NfeAutorizacao;
const published = endpoints.nfceQrCode.SP.homologation;

export type ConsumerNoteOptions = NoteOptions & {
  version?: 2 | 3;
  offline?: boolean;
  /** Changes the parameters of the QR code before they are hashed or signed. */
  parameters?: (parameters: string[]) => string[];
  /** Changes the group `infNFeSupl`. */
  supplement?: (xml: string) => string;
};

/** Edits that make the note an NFC-e to an anonymous consumer at the counter. */
const consumer: readonly (readonly [string | RegExp, string])[] = [
  ['<mod>55', '<mod>65'],
  ['<tpImp>1', '<tpImp>4'],
  [/<dest>.*<\/dest>/, ''],
  ['Pão francês &amp; cia', 'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'],
];

const contingency: readonly (readonly [string | RegExp, string])[] = [
  ['<tpEmis>1', '<tpEmis>9'],
  [/(<dhEmi>([^<]+).*<\/verProc>)/, '$1<dhCont>$2</dhCont><xJust>Sem comunicacao com a autoridade</xJust>'],
];

/** A signed NFC-e of the company over 100.00, in homologation, with its QR code. */
export function consumerNote(certificate: A1Certificate, options: ConsumerNoteOptions = {}): SignedNote {
  const { offline = false, edits = [], supplement = (xml: string): string => xml } = options;
  const insert = (xml: string): string =>
    xml.replace('<Signature', `${supplement(supplementOf(xml, certificate, options))}<Signature`);
  return signedNote(certificate, {
    ...options,
    edits: [...consumer, ...(offline ? contingency : []), ...edits],
    afterSigning: (xml) => options.afterSigning?.(insert(xml)) ?? insert(xml),
  });
}

/** A signed NF-e of the company with the simplified DANFE of type 2, to a person, over 100.00, in homologation, with its QR code of version 3. */
export function couponNote(certificate: A1Certificate, options: ConsumerNoteOptions = {}): SignedNote {
  const { offline = false, edits = [], version = 3 } = options;
  const ofCoupon = consumer.filter(([from]) => from === 'Pão francês &amp; cia');
  const insert = (xml: string): string =>
    xml.replace('<Signature', `${supplementOf(xml, certificate, { ...options, version })}<Signature`);
  return signedNote(certificate, {
    ...options,
    edits: [['<tpImp>1', '<tpImp>6'], ...ofCoupon, ...(offline ? contingency : []), ...edits],
    afterSigning: insert,
  });
}

/** The group `infNFeSupl` of a signed consumer note. */
export function supplementOf(
  xml: string,
  certificate: Pick<A1Certificate, 'key'>,
  options: Pick<ConsumerNoteOptions, 'version' | 'offline' | 'parameters'>,
): string {
  const qrCode = `${published.urlQrCode}?p=${parametersOf(xml, certificate, options).join('|')}`;
  return `<infNFeSupl><qrCode>${qrCode}</qrCode><urlChave>${published.urlChave}</urlChave></infNFeSupl>`;
}

function parametersOf(xml: string, { key }: Pick<A1Certificate, 'key'>, options: ConsumerNoteOptions): string[] {
  const { version = 2, offline = false, parameters = (given: string[]): string[] => given } = options;
  const text = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
  const chNFe = text(/Id="NFe([^"]+)"/);
  const digest = Buffer.from(text(/<DigestValue>([^<]+)/)).toString('hex');
  const issued = [text(/<dhEmi>\d{4}-\d\d-(\d\d)/), text(/<vNF>([^<]+)/)];
  const cpf = text(/<dest><CPF>([^<]+)/);
  if (version === 2) {
    const given = parameters([chNFe, '2', '2', ...(offline ? [...issued, digest] : []), String(csc.id)]);
    const hash = createHash('sha1').update(given.join('|') + csc.token);
    return [...given, hash.digest('hex').toUpperCase()];
  }
  const given = parameters([chNFe, '3', '2', ...(offline ? [...issued, cpf ? '2' : '', cpf] : [])]);
  return offline ? [...given, createSign('RSA-SHA1').update(given.join('|')).sign(key, 'base64')] : given;
}
