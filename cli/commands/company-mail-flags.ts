import { mailKinds, mailWords } from '../../domain/companies/buyer-mail.ts';
import { listed, wholeNumber } from '../terminal/input.ts';
import type { Flag } from './company-section-flags.ts';

const words = Object.keys(mailWords)
  .map((word) => `{${word}}`)
  .join(', ');

const ofKind: Record<(typeof mailKinds)[number], { name: string; of: string }> = {
  ISSUED: { name: 'issued', of: 'da nota autorizada' },
  CANCELLED: { name: 'cancelled', of: 'da nota cancelada' },
  CORRECTED: { name: 'corrected', of: 'da carta de correção' },
};

/** Flags about how a company's documents are mailed to their buyers. */
export const mailFlags: Flag[] = [
  {
    flags: '--mail-mode <OFF|ALL|TEMPLATES>',
    path: ['buyerMail', 'mode'],
    description:
      'envio das notas por e-mail aos clientes: OFF (padrão), nenhuma; ALL, todas; TEMPLATES, as dos modelos de --mail-templates',
  },
  {
    flags: '--mail-templates <lista>',
    path: ['buyerMail', 'templateIds'],
    description: 'ids dos modelos fiscais cujas notas são enviadas, separados por vírgula',
    read: listed,
  },
  {
    flags: '--mail-in-homologation',
    path: ['buyerMail', 'inHomologation'],
    description: 'envia também as notas de homologação (padrão: não; os clientes podem ser de verdade)',
  },
  {
    flags: '--mail-enclosure <FILES|LINK>',
    path: ['buyerMail', 'enclosure'],
    description: 'XML e PDF em anexo (FILES, padrão) ou por um link que acaba (LINK)',
  },
  {
    flags: '--mail-link-days <n>',
    path: ['buyerMail', 'linkDays'],
    description: 'por quantos dias o link abre, 1 a 365 (padrão: 30)',
    read: wholeNumber('--mail-link-days', 1, 365),
  },
  {
    flags: '--mail-sender <nome>',
    path: ['buyerMail', 'senderName'],
    description: 'nome do remetente (padrão: o da empresa); o endereço é o da instalação',
  },
  {
    flags: '--mail-reply-to <e-mail>',
    path: ['buyerMail', 'replyTo'],
    description: 'para onde vão as respostas (padrão: --email)',
  },
  {
    flags: '--mail-also-to <lista>',
    path: ['buyerMail', 'alsoTo'],
    description: 'e-mails que recebem todas, no máximo 5, separados por vírgula',
    read: listed,
  },
  {
    flags: '--mail-to-carrier',
    path: ['buyerMail', 'toCarrier'],
    description: 'envia também à transportadora da venda, ao e-mail do cadastro dela (padrão: não)',
  },
  ...mailKinds.flatMap((kind): Flag[] => {
    const { name, of } = ofKind[kind];
    return [
      {
        flags: `--mail-${name}-subject <texto>`,
        path: ['buyerMail', name, 'subject'],
        description: `assunto do e-mail ${of}, com ${words}`,
      },
      {
        flags: `--mail-${name}-text <texto>`,
        path: ['buyerMail', name, 'text'],
        description: `texto do e-mail ${of}, acima dos dados da nota`,
      },
    ];
  }),
];
