import type { MailKind, MailText, MailWord } from '../../companies/buyer-mail.ts';
import { type DocumentType, traitsOf } from '../../document-types.ts';
import { fiscalDay, shortDay } from '../../fiscal-time.ts';
import { accessKeyMask, phoneMask, taxIdMask } from '../../masks.ts';
import { html, type Markup, trustedHtml } from '../html/markup.ts';
import { brazilianMoney } from '../html/values.ts';
import { dayAndHour } from '../invitation/invitation.ts';

/** The facts and the words of a mail about a document. */
export type DocumentLetter = {
  kind: MailKind;
  /** The company's own words; Lavra's words stand for those that are null. */
  words: MailText;
  issuer: { name: string; taxId: string; phone: string | null; state: string };
  document: {
    type: DocumentType;
    isTest: boolean;
    /** The official number; an NFS-e and its DPS have different numbers. */
    number: string;
    series: number | null;
    totalValue: string;
    issuedAt: Date;
    accessKey: string;
    externalId: string | null;
    clientName: string;
    cancellationReason: string | null;
  };
  /** What a correction letter corrects; null for other mails. */
  correction: string | null;
  /** The files that the mail brings, or a link to them and the moment until which it works. */
  brings: { files: ('XML' | 'PDF')[] } | { url: string; expiresAt: Date };
  /** Whether the HTML shows the company's logo, as `cid:logo`. */
  hasLogo: boolean;
};

/** The mail about a document to its buyer and others concerned, in plain text and in HTML. */
export function documentMail(letter: DocumentLetter): { subject: string; text: string; html: string } {
  const { kind, words, document } = letter;
  const subject = filled(words.subject ?? usual[kind].subject, letter);
  const told = filled(words.text ?? usual[kind].text, letter);
  const facts = factsOf(letter);
  const ends = endOf(letter);
  const text = [
    ...(document.isTest ? [testNotice] : []),
    told,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...ends.paragraphs,
    ...('url' in letter.brings ? [letter.brings.url] : []),
    signature(letter),
  ].join('\n\n');
  const shown = document.isTest ? `[TESTE] ${subject}` : subject;
  return { subject: shown, text: `${text}\n`, html: pageOf(shown, letter, { told, facts, ends }) };
}

const usual: Record<MailKind, { subject: string; text: string }> = {
  ISSUED: {
    subject: '{documento} {numero} de {empresa}',
    text: 'Olá, {cliente}.\n\n{empresa} emitiu a {documento} nº {numero}, no valor de {valor}.',
  },
  CANCELLED: {
    subject: 'Cancelada: {documento} {numero} de {empresa}',
    text: 'Olá, {cliente}.\n\n{empresa} cancelou a {documento} nº {numero}, no valor de {valor}. Ela deixou de valer: não a escriture.',
  },
  CORRECTED: {
    subject: 'Carta de correção da {documento} {numero} de {empresa}',
    text: 'Olá, {cliente}.\n\n{empresa} registrou uma carta de correção da {documento} nº {numero}. Guarde-a com a nota, que continua a valer.',
  },
};

const testNotice = 'DOCUMENTO DE TESTE, emitido em homologação: não tem valor fiscal.';

/** Puts the document's values in place of the words in braces. */
function filled(text: string, { document, issuer }: DocumentLetter): string {
  const values: Record<MailWord, string> = {
    documento: traitsOf[document.type].title,
    numero: document.number,
    serie: document.series === null ? '' : String(document.series),
    valor: `R$ ${brazilianMoney(document.totalValue)}`,
    cliente: document.clientName,
    empresa: issuer.name,
    chave: document.accessKey,
    pedido: document.externalId ?? '',
  };
  return text.replace(/\{([a-z]+)\}/g, (found, word: string) =>
    Object.hasOwn(values, word) ? values[word as MailWord] : found,
  );
}

type Fact = readonly [name: string, value: string];

function factsOf({ kind, document, issuer, correction }: DocumentLetter): Fact[] {
  const { type, number, series, totalValue, issuedAt, accessKey, externalId, cancellationReason } = document;
  const day = shortDay(fiscalDay(issuedAt, issuer.state));
  return [
    [traitsOf[type].title, series === null || type === 'NFSE' ? `nº ${number}` : `nº ${number}, série ${series}`],
    ['Emissão', day],
    ['Valor total', `R$ ${brazilianMoney(totalValue)}`],
    ...(externalId === null ? [] : [['Pedido', externalId] as const]),
    ...(kind === 'CANCELLED' && cancellationReason ? [['Motivo do cancelamento', cancellationReason] as const] : []),
    ...(correction === null ? [] : [['Correção', correction] as const]),
    ['Chave de acesso', type === 'NFSE' ? accessKey : accessKeyMask(accessKey)],
  ];
}

function endOf({ brings }: DocumentLetter): { paragraphs: string[] } {
  if ('url' in brings) {
    return { paragraphs: [`Baixe o XML e o PDF até ${dayAndHour(brings.expiresAt)} (horário de Brasília):`] };
  }
  return { paragraphs: [`Em anexo: ${brings.files.map((each) => `o ${each}`).join(' e ')}.`] };
}

function signature({ issuer }: DocumentLetter): string {
  const phone = issuer.phone ? `, telefone ${phoneMask(issuer.phone)}` : '';
  return `${issuer.name} (${issuer.taxId.length === 11 ? 'CPF' : 'CNPJ'} ${taxIdMask(issuer.taxId)}${phone})`;
}

/**
 * The mail as HTML, with tables and styles of elements, because mail programs know little else. The colours of dark mode are in a style sheet, for
 * programs that read one.
 */
function pageOf(
  title: string,
  letter: DocumentLetter,
  { told, facts, ends }: { told: string; facts: Fact[]; ends: { paragraphs: string[] } },
): string {
  const { brings, document, hasLogo, issuer } = letter;
  const rows = facts.map(
    ([name, value]): Markup =>
      html`<tr>
        <td class="quiet" style="padding:6px 16px 6px 0;vertical-align:top;white-space:nowrap;color:#5f6368;font-size:14px">
          ${name}
        </td>
        <td style="padding:6px 0;vertical-align:top;font-size:14px;word-break:break-word">${value}</td>
      </tr>`,
  );
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${dark}
        </style>
      </head>
      <body class="back" style="margin:0;padding:0;background:#f4f5f7;color:#1f2328;font-family:Arial,Helvetica,sans-serif">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                class="card"
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:600px;background:#ffffff;border:1px solid #d8dce1;border-radius:8px"
              >
                <tr>
                  <td style="padding:24px 28px 0">
                    ${
                      hasLogo
                        ? html`<span class="logo" style="display:inline-block;background:#ffffff;border-radius:4px"
                          ><img src="cid:logo" alt="${issuer.name}" style="display:block;max-width:200px;max-height:72px"
                        /></span>`
                        : html`<strong style="font-size:18px">${issuer.name}</strong>`
                    }
                  </td>
                </tr>
                <tr>
                  <td style="padding:16px 28px 24px;font-size:15px;line-height:1.5">
                    ${
                      document.isTest
                        ? html`<p class="test" style="margin:0 0 16px;padding:8px 12px;background:#fff4d6;border-radius:4px">
                          <strong>${testNotice}</strong>
                        </p>`
                        : undefined
                    }
                    ${paragraphs(told)}
                    <table
                      class="facts"
                      role="presentation"
                      width="100%"
                      cellpadding="0"
                      cellspacing="0"
                      style="margin:8px 0 16px;border-top:1px solid #e3e6ea;border-bottom:1px solid #e3e6ea"
                    >
                      ${rows}
                    </table>
                    ${ends.paragraphs.map((each): Markup => html`<p style="margin:0 0 12px">${each}</p>`)}
                    ${
                      'url' in brings
                        ? html`<p style="margin:0 0 12px">
                            <a
                              class="button"
                              href="${brings.url}"
                              style="display:inline-block;padding:10px 20px;background:#1a5fb4;color:#ffffff;border-radius:6px;text-decoration:none"
                              >Ver a nota</a
                            >
                          </p>
                          <p class="quiet" style="margin:0 0 12px;font-size:13px;color:#5f6368;word-break:break-all">
                            Se o botão não abrir, copie este endereço para o navegador:<br />${brings.url}
                          </p>`
                        : undefined
                    }
                    <p class="quiet" style="margin:16px 0 0;font-size:13px;color:#5f6368">${signature(letter)}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;
}

/** Text as HTML: a blank line begins a paragraph, as in the plain text, and a line break stays a line break. */
function paragraphs(text: string): Markup[] {
  return text.split(/\n{2,}/).map((each): Markup => {
    const lines = each.split('\n').map((line, at): Markup => (at === 0 ? html`${line}` : html`<br />${line}`));
    return html`<p style="margin:0 0 12px">${lines}</p>`;
  });
}

const dark = trustedHtml(`:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .back { background: #16181c !important; color: #e6e8eb !important; }
  .card { background: #22252b !important; border-color: #3a3f47 !important; }
  .quiet { color: #a5abb5 !important; }
  .facts { border-color: #3a3f47 !important; }
  .test { background: #4a3b0a !important; }
  .logo { padding: 6px !important; }
  .button { background: #6ea8fe !important; color: #10131a !important; }
}`);
