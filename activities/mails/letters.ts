import type { Mail, MailFile } from '../../adapters/mail/mail.ts';
import { PrintingFailed } from '../../adapters/rendering/printer.ts';
import { buyerMailDefaults, type BuyerMailSettings, type MailKind } from '../../domain/companies/buyer-mail.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { type MailLink, mailLinksPath, mailLinkToken } from '../../domain/documents/mails/link-token.ts';
import { type DocumentLetter, documentMail } from '../../domain/pages/document-mail/mail.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { enclosuresOf } from '../../operations/mails/enclosures.ts';
import { MendNeeded } from '../wait-for-mend.ts';
import type { Parts } from '../parts.ts';
import type { DueMail } from './due.ts';

/** What a mail says and the files that it brings, the same for all of its addresses. */
export type Letter = Omit<Mail, 'id' | 'to'>;

export type LetterParts = Pick<Parts, 'orm' | 'renderer' | 'rates' | 'masterKey' | 'publicUrl' | 'now'>;

/** How many letters are kept: a document has one letter for all of its addresses, and its mails are sent together. */
const keptAtMost = 16;

/**
 * Makes the letters of one visit, from documents in their present state and in the company's wording. Null where there is nothing to send, because
 * the authority's XML is not kept here.
 */
export function letterWriter(parts: LetterParts, companyId: string) {
  const made = new Map<string, Promise<Letter | null>>();
  return (mail: DueMail): Promise<Letter | null> => {
    const name = `${mail.document} ${mail.kind} ${mail.sequence}`;
    const known = made.get(name);
    if (known) return known;
    const letter = letterOf(parts, companyId, mail);
    made.set(name, letter);
    letter.catch(() => made.delete(name));
    const [oldest] = made.keys();
    if (made.size > keptAtMost && oldest !== undefined) made.delete(oldest);
    return letter;
  };
}

const wordsOf = (settings: BuyerMailSettings, kind: MailKind) =>
  ({ ISSUED: settings.issued, CANCELLED: settings.cancelled, CORRECTED: settings.corrected })[kind];

async function letterOf(parts: LetterParts, companyId: string, mail: DueMail): Promise<Letter | null> {
  const em = acrossCompanies(parts.orm);
  const company = await em.findOneOrFail(Company, { id: companyId });
  const document = await em.findOneOrFail(Document, { id: mail.document });
  const { kind, sequence } = mail;
  const enclosures = await enclosuresOf(em, { document, kind, sequence }, parts.rates.calendar);
  if (!enclosures) return null;
  const mailing = company.settings?.buyerMail ?? buyerMailDefaults;
  const isLinked = mailing.enclosure === 'LINK';
  const files = isLinked ? [] : await filesOf(parts, companyId, enclosures);
  const logo = logoOf(company);
  const issuer = issuerOf(company);
  const words = documentMail({
    kind,
    words: wordsOf(mailing, kind),
    issuer,
    document: factsOf(document),
    correction: enclosures.letter,
    brings: isLinked
      ? linkOf(parts, { companyId, documentId: document.id, kind, sequence }, mailing.linkDays)
      : { files: files.map(({ type }) => (type === 'application/pdf' ? 'PDF' : 'XML')) },
    hasLogo: logo !== null,
  });
  return {
    ...words,
    fromName: mailing.senderName ?? issuer.name,
    replyTo: mailing.replyTo ?? company.settings?.email ?? null,
    files: [...files, ...(logo ? [logo] : [])],
  };
}

/** The link under which the buyer finds the files. @throws MendNeeded where the API's public address is not configured */
function linkOf(
  { masterKey, publicUrl, now }: LetterParts,
  of: Omit<MailLink, 'expiresAt'>,
  days: number,
): { url: string; expiresAt: Date } {
  if (!publicUrl) throw new MendNeeded({ kind: 'mend', reason: noPublicUrl, waitKind: 'OURS' });
  const expiresAt = new Date(now().getTime() + days * 86_400_000);
  const token = mailLinkToken(masterKey, { ...of, expiresAt });
  return { url: `${publicUrl.replace(/\/+$/, '')}${mailLinksPath}/${token}`, expiresAt };
}

const noPublicUrl =
  'O endereço público da API não está configurado no worker (LAVRA_PUBLIC_URL), e os e-mails da empresa levam um link.';

/** The XML and, where a browser can draw it, the PDF: the XML is sent even where the PDF cannot be drawn. */
async function filesOf(
  { renderer }: LetterParts,
  owner: string,
  { xml, page }: { xml: { name: string; xml: string }; page: { name: string; html: string } },
): Promise<MailFile[]> {
  const file = { name: xml.name, type: 'application/xml', content: xml.xml };
  if (!renderer) return [file];
  try {
    return [file, { name: page.name, type: 'application/pdf', content: await renderer.pdf(page.html, owner) }];
  } catch (error) {
    if (error instanceof PrintingFailed && error.reason === 'broken') return [file];
    throw error;
  }
}

function issuerOf({ name, tradeName, taxId, settings }: Company): DocumentLetter['issuer'] {
  const { phone = null, address } = settings ?? {};
  return { name: tradeName ?? name, taxId, phone, state: address?.state ?? 'DF' };
}

function factsOf(document: Document): DocumentLetter['document'] {
  const { type, environment, number, nfseNumber, series, totalValue, issueDateTime, accessKey, externalId } = document;
  return {
    type,
    isTest: environment !== 'PRODUCTION',
    number: type === 'NFSE' ? (nfseNumber ?? String(number)) : String(number),
    series: series ?? null,
    totalValue,
    issuedAt: issueDateTime,
    accessKey: accessKey ?? '',
    externalId: externalId ?? null,
    clientName: document.clientSnapshot.name,
    cancellationReason: document.cancellationReason ?? null,
  };
}

/** The company's logo, to be embedded in the mail. */
function logoOf({ settings }: Company): MailFile | null {
  const [, type, data] = /^data:(image\/(?:png|jpeg));base64,(.+)$/.exec(settings?.danfe.logo ?? '') ?? [];
  if (type === undefined || data === undefined) return null;
  return {
    name: `logo.${type === 'image/png' ? 'png' : 'jpg'}`,
    type,
    content: Buffer.from(data, 'base64'),
    cid: 'logo',
  };
}
