import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type MailKind, mailKinds } from '../../companies/buyer-mail.ts';
import type { MasterKey } from '../../seal.ts';

/** Where the links of mails lead, below the API. */
export const mailLinksPath = '/notas';

/** What a link in a mail opens, and until when. */
export type MailLink = { companyId: string; documentId: string; kind: MailKind; sequence: number; expiresAt: Date };

const form = /^([\w-]{51})\.([\w-]{43})$/;

/** The secret of a link's address: what it opens, signed. Nothing is kept of it: it ends by itself, and is worth nothing elsewhere. */
export function mailLinkToken(key: MasterKey, { companyId, documentId, kind, sequence, expiresAt }: MailLink): string {
  const bytes = Buffer.alloc(38);
  bytes.write(companyId.replaceAll('-', ''), 0, 'hex');
  bytes.write(documentId.replaceAll('-', ''), 16, 'hex');
  bytes.writeUInt8(mailKinds.indexOf(kind), 32);
  bytes.writeUInt8(sequence, 33);
  bytes.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000), 34);
  const said = bytes.toString('base64url');
  return `${said}.${signatureOf(key, said).toString('base64url')}`;
}

/** What a token opens; null where nobody here signed it. Whether its time has come the caller looks. */
export function readMailLink(key: MasterKey, token: string): MailLink | null {
  const [, said = '', signature = ''] = form.exec(token) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(key, said);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const bytes = Buffer.from(said, 'base64url');
  return {
    companyId: uuidOf(bytes.subarray(0, 16)),
    documentId: uuidOf(bytes.subarray(16, 32)),
    kind: mailKinds[bytes.readUInt8(32)] ?? 'ISSUED',
    sequence: bytes.readUInt8(33),
    expiresAt: new Date(bytes.readUInt32BE(34) * 1000),
  };
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** By a key of its own: what is signed here is worth nothing elsewhere. */
function signatureOf({ bytes }: MasterKey, said: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', bytes, '', 'links in mails about documents', 32));
  return createHmac('sha256', key).update(said).digest();
}
