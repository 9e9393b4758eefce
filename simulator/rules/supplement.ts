import { createHash, createVerify, X509Certificate } from 'node:crypto';
import type { CscRecord } from '../register/records.ts';
import { textOf } from '../xml/element.ts';
import { amount } from './amount.ts';
import { consumerAddresses } from './consumer-addresses.ts';
import type { Note } from './note.ts';
import { taxIdOf } from './note.ts';
import type { QrCode } from './qr-code.ts';
import { qrParameters, readQrCode } from './qr-code.ts';
import type { Rule, RuleContext } from './rule.ts';
import { isNfce, isNfe, noteRule } from './rule.ts';

const simplified = '6';
const offline = '9';

/** What a rule reads: the code, its note, and each parameter by name. */
type Read = { qr: QrCode; note: Note; context: RuleContext; parameter: (name: string) => string | undefined };

/** Group ZX: the QR code, which only consumer notes and the simplified DANFE have. It does not repeat the checks of the schema. */
export const supplementRules: readonly Rule[] = [
  noteRule(393, 'ZX01-10', (note) => !carriesCode(note) && note.supplement !== undefined),
  noteRule(394, 'ZX02-10', (note) => carriesCode(note) && !textOf(note.supplement, 'qrCode')),
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

function qrRule(cStat: number, id: string, breaks: (read: Read) => boolean | string | undefined): Rule {
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

function read(qr: QrCode, note: Note, context: RuleContext): Read {
  const names: readonly string[] =
    qr.version === '2' || qr.version === '3' ? qrParameters[isOffline(note) ? 'offline' : 'online'][qr.version] : [];
  return { qr, note, context, parameter: (name) => qr.parameters[names.indexOf(name)] };
}

/** Name of the first parameter that differs from the note. */
function firstDifference({ note, parameter }: Read): string | undefined {
  const { ide, icmsTotal, dest, signature } = note;
  const digest = (textOf(signature, 'SignedInfo', 'Reference', 'DigestValue') ?? '').trim();
  const kind = textOf(dest, 'CNPJ') ? '1' : textOf(dest, 'CPF') ? '2' : textOf(dest, 'idEstrangeiro') ? '3' : '';
  const said: readonly (readonly [string, (given: string) => boolean])[] = [
    ['chNFe', (given) => given === note.chNFe],
    ['tpAmb', (given) => given === textOf(ide, 'tpAmb')],
    ['dhEmi', (given) => given === (textOf(ide, 'dhEmi') ?? '').slice(8, 10)],
    ['vNF', (given) => amount(icmsTotal, 'vNF').eq(given)],
    ['digVal', (given) => given.toLowerCase() === Buffer.from(digest).toString('hex')],
    ['tpIdDest', (given) => given === kind],
    ['cDest', (given) => given === taxIdOf(dest)],
  ];
  return said.find(([name, agrees]) => {
    const given = parameter(name);
    return given !== undefined && !agrees(given);
  })?.[0];
}

function cscOf({ note, context, parameter }: Read): CscRecord | undefined {
  return context.csc?.(note.key.issuer, Number(parameter('cIdToken')));
}

function hasHash(given: Read): boolean {
  const hashed = given.qr.parameters.slice(0, -1).join('|') + (cscOf(given)?.token ?? '');
  return createHash('sha1').update(hashed).digest('hex') === given.parameter('cHashQRCode')?.toLowerCase();
}

function isSigned({ qr, note }: Read): boolean {
  return qr.version === '3' && isOffline(note);
}

/** RSA-SHA1 over the other parameters, by the key that signed the note. */
function hasSignature({ qr, note, parameter }: Read): boolean {
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

function carriesCode(note: Note): boolean {
  return isNfce(note) || textOf(note.ide, 'tpImp') === simplified;
}

function isOffline({ ide }: Note): boolean {
  return textOf(ide, 'tpEmis') === offline;
}
