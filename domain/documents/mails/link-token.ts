import { type MailKind, mailKinds } from '../../companies/buyer-mail.ts';
import type { MasterKey } from '../../seal.ts';
import { bytesOfUuid, signedToken, uuidOfBytes } from '../../signed-token.ts';

/** Path of the links in mails, below the API's address. */
export const mailLinksPath = '/notas';

/** What a link in a mail opens, and until when. */
export type MailLink = { companyId: string; documentId: string; kind: MailKind; sequence: number; expiresAt: Date };

const tokens = (key: MasterKey) => signedToken(key, 'links in mails about documents', 38);

/** The token in a link: what it opens, signed. It is stored nowhere, expires by itself, and opens nothing else. */
export function mailLinkToken(key: MasterKey, { companyId, documentId, kind, sequence, expiresAt }: MailLink): string {
  const rest = Buffer.alloc(6);
  rest.writeUInt8(mailKinds.indexOf(kind), 0);
  rest.writeUInt8(sequence, 1);
  rest.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000), 2);
  return tokens(key).write(Buffer.concat([bytesOfUuid(companyId), bytesOfUuid(documentId), rest]));
}

/** What a token opens; null where it was not signed here. The caller checks whether it has expired. */
export function readMailLink(key: MasterKey, token: string): MailLink | null {
  const bytes = tokens(key).read(token);
  return (
    bytes && {
      companyId: uuidOfBytes(bytes.subarray(0, 16)),
      documentId: uuidOfBytes(bytes.subarray(16, 32)),
      kind: mailKinds[bytes.readUInt8(32)] ?? 'ISSUED',
      sequence: bytes.readUInt8(33),
      expiresAt: new Date(bytes.readUInt32BE(34) * 1000),
    }
  );
}
