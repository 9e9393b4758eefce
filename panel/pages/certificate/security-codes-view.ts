import type { CompanyCsc } from '../../../domain/companies/company.entity.ts';
import { type CompanySettings, type Environment, environments } from '../../../domain/companies/settings.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { type Field, fieldGroups, type FormState } from '../../forms/fields.ts';
import { framedPage } from '../../parts/frame.ts';

/** Security codes that the states' sites give out for one environment. */
export type SecurityCode = keyof typeof codes;

const codes = {
  csc: {
    title: 'CSC',
    what: 'O código com que o QR Code da NFC-e na versão 2 é conferido. Sem ele as NFC-e saem com o QR Code na versão 3, que não o usa.',
    secret: 'Código (token)',
    idHint: 'Até 6 dígitos, como 000001.',
    removed: 'As NFC-e passam a sair com o QR Code na versão 3.',
  },
  csrt: {
    title: 'CSRT',
    what: 'O código de quem responde pelo sistema que emite, nas UFs que o pedem. Quem fez o sistema o recebe do site da SEFAZ.',
    secret: 'Código',
    idHint: 'Até 2 dígitos, como 01.',
    removed: 'Nas UFs que o pedem, as notas são rejeitadas sem ele.',
  },
} as const;

const places = {
  PRODUCTION: { path: 'producao', words: 'produção' },
  HOMOLOGATION: { path: 'homologacao', words: 'homologação' },
} as const satisfies Record<Environment, object>;

export function isSecurityCode(text: string): text is SecurityCode {
  return Object.hasOwn(codes, text);
}

/** The fields of a code, named as the operations name them in their faults. */
export function codeFields(code: SecurityCode): Field[] {
  const { secret, idHint } = codes[code];
  return [
    { name: 'id', label: 'Número', isRequired: true, most: 8, hint: idHint, isShort: true },
    {
      name: code === 'csc' ? 'token' : 'code',
      label: secret,
      kind: 'secret',
      isRequired: true,
      most: 60,
      hint: 'De 16 a 36 caracteres. Fica selado, e não é mostrado de novo.',
    },
  ];
}

type CodesView = { base: string; cscs: CompanyCsc[]; settings: CompanySettings | null };

/** The codes of a company, as its certificate page lists them; only those that it has a use for. */
export function securityCodesHtml({ base, cscs, settings }: CodesView): Markup | undefined {
  const hasConsumerNotes = settings?.series['65'] !== undefined || cscs.length > 0;
  const responsible = settings?.technicalResponsible;
  const shown: [SecurityCode, (environment: Environment) => string | undefined][] = [
    ...(hasConsumerNotes
      ? ([['csc', (environment) => cscs.find((csc) => csc.environment === environment)?.cscId]] as typeof shown)
      : []),
    ...(responsible ? ([['csrt', (environment) => responsible.csrt?.[environment]?.id]] as typeof shown) : []),
  ];
  if (shown.length === 0) return undefined;
  return html`<section aria-labelledby="codigos">
    <h2 id="codigos">Códigos da SEFAZ</h2>
    ${shown.map(
      ([code, idIn]) =>
        html`<h3>${codes[code].title}</h3>
          <p class="soft">${codes[code].what}</p>
          <ul class="plain-list">
            ${environments.map((environment) => codeRow(base, { code, environment, id: idIn(environment) }))}
          </ul>`,
    )}
  </section>`;
}

type CodeRow = { code: SecurityCode; environment: Environment; id: string | undefined };

function codeRow(base: string, { code, environment, id }: CodeRow): Markup {
  const { path, words } = places[environment];
  const at = `${base}/certificado/${code}/${path}`;
  return html`<li>
    <span class="of-key"
      ><b>${codes[code].title} de ${words}</b> <small>${id === undefined ? 'Não há' : `Número ${id}`}</small></span
    >
    <a class="button quiet" href="${at}"
      >${id === undefined ? 'Informar' : 'Trocar'} <span class="unseen">o ${codes[code].title} de ${words}</span></a
    >
  </li>`;
}

type CodeView = {
  person: SignedIn;
  base: string;
  code: SecurityCode;
  environment: Environment;
  /** The number of the stored code; null when there is none. */
  present: string | null;
  state: FormState;
};

/** The form of one code in one environment. */
export function securityCodeHtml({ person, base, code, environment, present, state }: CodeView): string {
  const { title, what, removed } = codes[code];
  const { path, words } = places[environment];
  const at = `${base}/certificado/${code}/${path}`;
  return framedPage({
    title: `${title} de ${words}`,
    here: 'certificado',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${base}/certificado">Certificado</a></nav>
      <div class="head"><h1>${title} de ${words}</h1></div>
      <form method="post" action="${at}">
        ${fieldGroups([{ title, help: what, fields: codeFields(code) }], state)}
        <div class="actions">
          <button class="button">${present === null ? 'Guardar' : 'Trocar'}</button>
          <a class="quiet-link" href="${base}/certificado">Desistir</a>
        </div>
      </form>
      ${
        present === null
          ? undefined
          : html`<section aria-labelledby="apagar">
              <h2 id="apagar">Apagar o que há</h2>
              <p>Número ${present}. ${removed}</p>
              <form method="post" action="${at}/apagar" class="actions">
                <button class="button quiet">Apagar</button>
              </form>
            </section>`
      }`,
  });
}
