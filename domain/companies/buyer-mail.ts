import { z } from 'zod';

const buyerMailModes = ['OFF', 'ALL', 'TEMPLATES'] as const;
/** Whether Lavra mails a company's documents to their buyers by itself: never, all of them, or those of some templates. */
export type BuyerMailMode = (typeof buyerMailModes)[number];

export const mailKinds = ['ISSUED', 'CANCELLED', 'CORRECTED'] as const;
/** What a mail is about: a document was authorized, a document was cancelled, or a correction letter was registered. */
export type MailKind = (typeof mailKinds)[number];

/**
 * A company's own words for a mail: its subject, and a text above the facts of the document; null where it has none. Words in braces are filled in
 * (`mailWords`).
 */
export type MailText = { subject: string | null; text: string | null };

/** How a company mails its documents. */
export type BuyerMailSettings = {
  mode: BuyerMailMode;
  /** The templates whose documents are mailed while `mode` is TEMPLATES. */
  templateIds: string[];
  /** Whether documents of homologation are mailed, too. They are tests, and their buyers may be real. */
  inHomologation: boolean;
  /** FILES attaches XML and PDF; LINK sends a link to both, which ends. */
  enclosure: 'FILES' | 'LINK';
  /** For how many days the link of a mail works. */
  linkDays: number;
  /** The sender's name; null stands for the company's name. The sender's address is the installation's. */
  senderName: string | null;
  /** Where replies go; null stands for the company's `email`. */
  replyTo: string | null;
  /** Further addresses that get every mail, such as the company's own archive. */
  alsoTo: string[];
  /** Whether the carrier of the goods gets the mails of a sale, too, at the `email` of the carrier's record. */
  toCarrier: boolean;
  issued: MailText;
  cancelled: MailText;
  corrected: MailText;
};

const noText: MailText = { subject: null, text: null };

/** Nothing is mailed unless a company asks for it. */
export const buyerMailDefaults: BuyerMailSettings = {
  mode: 'OFF',
  templateIds: [],
  inHomologation: false,
  enclosure: 'FILES',
  linkDays: 30,
  senderName: null,
  replyTo: null,
  alsoTo: [],
  toCarrier: false,
  issued: noText,
  cancelled: noText,
  corrected: noText,
};

/** The words that a company's texts may have in braces, and what is put in the place of each, in Portuguese. */
export const mailWords = {
  documento: 'como a nota se chama: NF-e, NFC-e ou NFS-e',
  numero: 'o número da nota',
  serie: 'a série',
  valor: 'o valor total, como R$ 1.234,56',
  cliente: 'o nome do cliente',
  empresa: 'o nome da empresa',
  chave: 'a chave de acesso',
  pedido: 'o número do pedido no seu sistema',
} as const;
export type MailWord = keyof typeof mailWords;

const unknownWord = /\{([^{}]*)\}/g;

function checkWords(text: string, context: z.RefinementCtx): void {
  const wrong = [...text.matchAll(unknownWord)].find(([, word = '']) => !Object.hasOwn(mailWords, word));
  if (!wrong) return;
  const known = Object.keys(mailWords).map((word) => `{${word}}`);
  context.addIssue({ code: 'custom', message: `${wrong[0]} não é conhecido: use ${known.join(', ')}` });
}

const oneLine = z
  .string()
  .trim()
  .min(1, 'não pode ser vazio')
  .max(150, 'deve ter no máximo 150 caracteres')
  .regex(/^\P{Cc}*$/u, 'deve ter uma linha só');
const address = z.email('deve ser um e-mail').max(254);

const mailText = z
  .strictObject({
    subject: oneLine.superRefine(checkWords).nullable().default(null),
    text: z
      .string()
      .trim()
      .min(1, 'não pode ser vazio')
      .max(2_000, 'deve ter no máximo 2.000 caracteres')
      .superRefine(checkWords)
      .nullable()
      .default(null),
  })
  .default(noText);

/** The part of a company's form that is about mail to buyers. */
export const buyerMailSchema = z
  .strictObject({
    mode: z.enum(buyerMailModes).default(buyerMailDefaults.mode),
    templateIds: z
      .array(z.uuid('deve ser o id de um modelo fiscal'))
      .max(50, 'deve ter no máximo 50 modelos')
      .default([]),
    inHomologation: z.boolean().default(false),
    enclosure: z.enum(['FILES', 'LINK']).default(buyerMailDefaults.enclosure),
    linkDays: z.int().min(1, 'deve ser de 1 a 365 dias').max(365, 'deve ser de 1 a 365 dias').default(30),
    senderName: oneLine.max(60, 'deve ter no máximo 60 caracteres').nullable().default(null),
    replyTo: address.nullable().default(null),
    alsoTo: z.array(address).max(5, 'deve ter no máximo 5 e-mails').default([]),
    toCarrier: z.boolean().default(false),
    issued: mailText,
    cancelled: mailText,
    corrected: mailText,
  })
  .superRefine(({ mode, templateIds }, context) => {
    if (mode !== 'TEMPLATES' || templateIds.length > 0) return;
    const message = 'diga de quais modelos fiscais as notas são enviadas, ou envie todas, ou nenhuma';
    context.addIssue({ code: 'custom', path: ['templateIds'], message });
  })
  .default(buyerMailDefaults);
