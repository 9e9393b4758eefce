import { z } from 'zod';

const buyerMailModes = ['OFF', 'ALL', 'TEMPLATES'] as const;
/** Whether a company's documents are mailed to their buyers by themselves: never, all of them, or those of some templates. */
export type BuyerMailMode = (typeof buyerMailModes)[number];

export const mailKinds = ['ISSUED', 'CANCELLED', 'CORRECTED'] as const;
/** What a mail about a document tells: that it was authorized, that it was cancelled, that a correction letter was registered. */
export type MailKind = (typeof mailKinds)[number];

/** What a company writes of its own: a subject, and a text above what is said of the document. Words in braces are filled in (`mailWords`). */
export type MailText = { subject: string | null; text: string | null };

/** How a company mails its documents. */
export type BuyerMailSettings = {
  mode: BuyerMailMode;
  /** The templates whose documents are mailed, where `mode` is TEMPLATES. */
  templateIds: string[];
  /** Whether documents of homologation are mailed by themselves, too: they are of tests, and their buyers may be real. */
  inHomologation: boolean;
  /** FILES attaches XML and PDF; LINK has both behind a link that ends. */
  enclosure: 'FILES' | 'LINK';
  /** For how many days such a link opens. */
  linkDays: number;
  /** The name that the mail is from; the company's own where it is null. The address is the installation's. */
  senderName: string | null;
  /** Where answers go; the company's `email` where it is null. */
  replyTo: string | null;
  /** Further addresses that get every mail, as that of the company's own archive. */
  alsoTo: string[];
  /** Whether who carries the goods of a sale gets its mails, too, by the `email` of its record. */
  toCarrier: boolean;
  issued: MailText;
  cancelled: MailText;
  corrected: MailText;
};

const noText: MailText = { subject: null, text: null };

/** Off: nobody is written to unless a company asks for it. */
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

/** The words in braces that a company's texts may have, with what is put in their place. */
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

/** The part of a company's form about mail to buyers. */
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
