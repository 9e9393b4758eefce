import { createHash, createVerify, X509Certificate } from 'node:crypto';
import table from '../../tables/endpoints.json' with { type: 'json' };
import type { CscRecord } from '../register/records.ts';
import type { Environment } from '../transport/endpoints.ts';
import { textOf } from '../xml/element.ts';
import { amount } from './amount.ts';
import { type Note, taxIdOf } from './note.ts';
import { isForConsumers, isNfe, noteRule, type Rule, type RuleContext } from './rule.ts';

/** The parts of a QR code's text: the address of the consultation, and the parameters between bars. */
export type QrCode = {
  address: string;
  /** Version of the parameters: 100 is the abandoned form with parameter names, 2 is hashed with a code of the company, 3 has a signature. */
  version: string;
  parameters: readonly string[];
};

/** Parameters of each form, in order (Manual do DANFE NFC-e e QR Code v6.0). */
const qrParameters = {
  online: { '2': ['chNFe', 'nVersao', 'tpAmb', 'cIdToken', 'cHashQRCode'], '3': ['chNFe', 'nVersao', 'tpAmb'] },
  offline: {
    '2': ['chNFe', 'nVersao', 'tpAmb', 'dhEmi', 'vNF', 'digVal', 'cIdToken', 'cHashQRCode'],
    '3': ['chNFe', 'nVersao', 'tpAmb', 'dhEmi', 'vNF', 'tpIdDest', 'cDest', 'assinatura'],
  },
} as const;

export function readQrCode(text: string): QrCode {
  const start = text.lastIndexOf('?');
  const address = text.slice(0, start);
  const query = text.slice(start + 1);
  if (!query.startsWith('p=')) return { address, version: /nVersao=(\d+)/.exec(query)?.[1] ?? '', parameters: [] };
  const parameters = query.slice(2).split('|');
  return { address, version: parameters[1] ?? '', parameters };
}

type ByEnvironment<T> = { production: T; homologation: T };
type PublishedAddresses = ByEnvironment<{ urlQrCode: string; urlChave: string }> & {
  /** First day of issue for which the address is valid, and the address before that. */
  since?: string;
  before?: ByEnvironment<string>;
  alternative?: ByEnvironment<string>;
};

const states: Readonly<Record<string, PublishedAddresses | undefined>> = table.nfceQrCode;
const letters = new Map(Object.entries(table.cUF).map(([state, code]) => [String(code), state]));

/** The addresses at which consumers of a state look up their notes of a day (AAAA-MM-DD): by QR code, and by key. */
function consumerAddresses(
  cUF: string,
  environment: Environment,
  issuedOn: string,
): { qrCode: readonly string[]; key: string } | undefined {
  const published = states[letters.get(cUF) ?? ''];
  if (!published) return undefined;
  const name = environment === 1 ? 'production' : 'homologation';
  const { since, before, alternative } = published;
  const current = before && issuedOn < (since ?? '') ? before[name] : published[name].urlQrCode;
  return { qrCode: [current, ...(alternative ? [alternative[name]] : [])], key: published[name].urlChave };
}

const offline = '9';

/** A QR code with what the rules need: its note, and each parameter by name. */
type CodeReading = { qr: QrCode; note: Note; context: RuleContext; parameter: (name: string) => string | undefined };

/** Group ZX: the QR code, which only consumer notes and the simplified DANFE have. What the schema checks is not repeated here. */
export const supplementRules: readonly Rule[] = [
  noteRule(393, 'ZX01-10', (note) => !isForConsumers(note) && note.supplement !== undefined),
  noteRule(394, 'ZX02-10', (note) => isForConsumers(note) && !textOf(note.supplement, 'qrCode')),
  qrRule(395, 'ZX02-20', ({ qr, note, context }) => {
    const expected = addresses(note, context)?.qrCode ?? [];
    return !expected.some((address) => address.toLowerCase() === qr.address.toLowerCase());
  }),
  qrRule(672, 'ZX02-220', ({ qr, note }) => isNfe(note) && qr.version !== '3'),
  qrRule(903, 'ZX02-15', ({ qr }) => qr.version === '100'),
  qrRule(398, 'ZX02-236', ({ qr }) => qr.version !== '2' && qr.version !== '3'),
  qrRule(444, 'ZX02-238', ({ qr, note }) => qr.version === '2' && taxIdOf(note.emit).length === 11),
  qrRule(397, 'ZX02-228', (read) => firstDifference(read)),
  qrRule(462, 'ZX02-304', (read) => read.qr.version === '2' && cscOf(read) === undefined),
  qrRule(463, 'ZX02-308', (read) => {
    const revokedAt = cscOf(read)?.revokedAt;
    return revokedAt !== undefined && Date.parse(revokedAt) <= Date.parse(textOf(read.note.ide, 'dhEmi') ?? '');
  }),
  qrRule(464, 'ZX02-320', (read) => read.qr.version === '2' && !hasHash(read)),
  qrRule(
    445,
    'ZX02-330',
    ({ qr, note }) => qr.version === '3' && !isOffline(note) && qr.parameters.length > qrParameters.online['3'].length,
  ),
  qrRule(474, 'ZX02-334', (read) => isSigned(read) && !read.parameter('assinatura')),
  qrRule(583, 'ZX02-338', (read) => isSigned(read) && !hasSignature(read)),
  noteRule(878, 'ZX03-20', (note, context) => {
    const given = textOf(note.supplement, 'urlChave');
    return given !== undefined && given.toLowerCase() !== addresses(note, context)?.key.toLowerCase();
  }),
];

function qrRule(cStat: number, id: string, breaks: (read: CodeReading) => boolean | string | undefined): Rule {
  return {
    cStat,
    id,
    broken(note, context) {
      const text = textOf(note.supplement, 'qrCode');
      if (!text) return undefined;
      const broken = breaks(read(readQrCode(text), note, context));
      if (broken === undefined || broken === false) return undefined;
      return typeof broken === 'string' ? { field: broken } : {};
    },
  };
}

function read(qr: QrCode, note: Note, context: RuleContext): CodeReading {
  const names: readonly string[] =
    qr.version === '2' || qr.version === '3' ? qrParameters[isOffline(note) ? 'offline' : 'online'][qr.version] : [];
  return { qr, note, context, parameter: (name) => qr.parameters[names.indexOf(name)] };
}

/** The name of the first parameter that differs from the note. */
function firstDifference({ note, parameter }: CodeReading): string | undefined {
  const { ide, icmsTotal, dest, signature } = note;
  const digest = (textOf(signature, 'SignedInfo', 'Reference', 'DigestValue') ?? '').trim();
  const kind = textOf(dest, 'CNPJ') ? '1' : textOf(dest, 'CPF') ? '2' : textOf(dest, 'idEstrangeiro') ? '3' : '';
  const comparisons: readonly (readonly [string, (given: string) => boolean])[] = [
    ['chNFe', (given) => given === note.chNFe],
    ['tpAmb', (given) => given === textOf(ide, 'tpAmb')],
    ['dhEmi', (given) => given === (textOf(ide, 'dhEmi') ?? '').slice(8, 10)],
    ['vNF', (given) => amount(icmsTotal, 'vNF').eq(given)],
    ['digVal', (given) => given.toLowerCase() === Buffer.from(digest).toString('hex')],
    ['tpIdDest', (given) => given === kind],
    ['cDest', (given) => given === taxIdOf(dest)],
  ];
  return comparisons.find(([name, agrees]) => {
    const given = parameter(name);
    return given !== undefined && !agrees(given);
  })?.[0];
}

function cscOf({ note, context, parameter }: CodeReading): CscRecord | undefined {
  return context.csc?.(note.key.issuer, Number(parameter('cIdToken')));
}

function hasHash(given: CodeReading): boolean {
  const hashed = given.qr.parameters.slice(0, -1).join('|') + (cscOf(given)?.token ?? '');
  return createHash('sha1').update(hashed).digest('hex') === given.parameter('cHashQRCode')?.toLowerCase();
}

function isSigned({ qr, note }: CodeReading): boolean {
  return qr.version === '3' && isOffline(note);
}

/** Whether the signature (RSA-SHA1 over the other parameters) is by the key that signed the note. */
function hasSignature({ qr, note, parameter }: CodeReading): boolean {
  const der = Buffer.from(textOf(note.signature, 'KeyInfo', 'X509Data', 'X509Certificate') ?? '', 'base64');
  const signed = qr.parameters.slice(0, -1).join('|');
  const { publicKey } = new X509Certificate(der);
  return createVerify('RSA-SHA1')
    .update(signed)
    .verify(publicKey, Buffer.from(parameter('assinatura') ?? '', 'base64'));
}

function addresses({ key, ide }: Note, { endpoint }: RuleContext): ReturnType<typeof consumerAddresses> {
  return consumerAddresses(key.cUF, endpoint.environment, (textOf(ide, 'dhEmi') ?? '').slice(0, 10));
}

function isOffline({ ide }: Note): boolean {
  return textOf(ide, 'tpEmis') === offline;
}
