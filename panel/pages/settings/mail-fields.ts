import type { Field, FieldGroup } from '../../forms/fields.ts';

const words =
  'Escreva {documento}, {numero}, {serie}, {valor}, {cliente}, {empresa}, {chave} ou {pedido} onde o da nota deve entrar.';

/** Whether notes are mailed to their buyers, from which address, and in which form. */
export const buyerMail: FieldGroup = {
  title: 'E-mails aos clientes',
  help: 'Cada nota autorizada vai ao e-mail do cliente, com o XML e o PDF; a que for cancelada ou corrigida também.',
  fields: [
    {
      name: 'buyerMail.mode',
      label: 'Enviar as notas por e-mail',
      kind: 'choice',
      isRequired: true,
      choices: [
        ['OFF', 'Não enviar'],
        ['ALL', 'Enviar todas'],
        ['TEMPLATES', 'Só as de alguns modelos fiscais'],
      ],
    },
    {
      name: 'buyerMail.templateIds',
      label: 'Modelos fiscais cujas notas são enviadas',
      kind: 'lines',
      hint: 'Um por linha: o final do endereço da página do modelo.',
    },
    {
      name: 'buyerMail.inHomologation',
      label: 'Enviar também as notas de teste',
      kind: 'yesNo',
      hint: 'Em homologação os clientes podem ser de verdade.',
    },
    {
      name: 'buyerMail.enclosure',
      label: 'O XML e o PDF vão',
      kind: 'choice',
      isRequired: true,
      choices: [
        ['FILES', 'Em anexo'],
        ['LINK', 'Por um link que acaba'],
      ],
    },
    {
      name: 'buyerMail.linkDays',
      label: 'O link abre por (dias)',
      kind: 'whole',
      most: 3,
      isRequired: true,
      isShort: true,
    },
    { name: 'buyerMail.senderName', label: 'Nome de quem envia', most: 60, hint: 'Vazio: o nome da empresa.' },
    {
      name: 'buyerMail.replyTo',
      label: 'Respostas vão para',
      kind: 'email',
      most: 254,
      hint: 'Vazio: o e-mail da empresa.',
    },
    {
      name: 'buyerMail.alsoTo',
      label: 'Cópia de todos os e-mails para',
      kind: 'lines',
      hint: 'Um e-mail por linha, no máximo 5.',
    },
    {
      name: 'buyerMail.toCarrier',
      label: 'Enviar também à transportadora',
      kind: 'yesNo',
      hint: 'Ao e-mail que o cadastro dela tem, em Transporte.',
    },
  ],
};

const texts = (name: string, of: string): Field[] => [
  { name: `buyerMail.${name}.subject`, label: `Assunto ${of}`, most: 150 },
  { name: `buyerMail.${name}.text`, label: `Texto ${of}`, kind: 'area', most: 2000 },
];

/** A company's own texts in these mails. */
export const buyerMailTexts: FieldGroup = {
  title: 'Textos dos e-mails',
  help: `Vazio, o Lavra escreve os seus. ${words}`,
  fields: [
    ...texts('issued', 'da nota autorizada'),
    ...texts('cancelled', 'da nota cancelada'),
    ...texts('corrected', 'da carta de correção'),
  ],
};
