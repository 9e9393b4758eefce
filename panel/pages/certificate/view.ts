import { daysLeftOf, noticeDays } from '../../../domain/companies/certificate-days.ts';
import type { Certificate } from '../../../domain/companies/certificate.entity.ts';
import type { CompanyCsc } from '../../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { certificateFields } from '../../forms/certificate-form.ts';
import { fieldGroups, type FormState } from '../../forms/fields.ts';
import { alert } from '../../parts/alert.ts';
import { framedPage } from '../../parts/frame.ts';
import { count, shortDate } from '../../parts/words.ts';
import { securityCodesHtml } from './security-codes-view.ts';

type CertificateView = {
  person: SignedIn;
  /** `/e/{cnpj}` */
  base: string;
  /** The newest first. */
  certificates: Certificate[];
  cscs: CompanyCsc[];
  settings: CompanySettings | null;
  state: FormState;
  now: Date;
  done?: Markup | undefined;
};

/** The certificate of a company: how long it is valid, whose it is, and the form of the next one. */
export function certificateHtml(view: CertificateView): string {
  const { person, base, certificates, state, now, done } = view;
  const used = inUse(certificates, now);
  const others = certificates.filter((one) => one !== used);
  return framedPage({
    title: 'Certificado',
    here: 'certificado',
    person,
    body: html`<div class="head"><h1>Certificado</h1></div>
      ${done} ${standing(used, now)} ${used ? sheet(base, used) : undefined}
      <section aria-labelledby="adicionar">
        <h2 id="adicionar">${used ? 'Renovar' : 'Adicionar o certificado'}</h2>
        ${certificateForm(`${base}/certificado`, state, used ? 'O novo passa a assinar assim que é adicionado; o antigo fica guardado até que você o apague.' : 'Com ele a empresa assina as notas e fala com a SEFAZ.')}
      </section>
      ${
        others.length === 0
          ? undefined
          : html`<section aria-labelledby="outros">
              <h2 id="outros">Os outros</h2>
              <ul class="plain-list">
                ${others.map((one) => row(base, one, now))}
              </ul>
            </section>`
      }
      ${securityCodesHtml(view)}`,
  });
}

/** The form that adds a certificate. @param action the address that it is sent to */
export function certificateForm(action: string, state: FormState, help: string): Markup {
  return html`<form method="post" action="${action}" enctype="multipart/form-data">
    ${fieldGroups([{ title: 'Certificado A1', help, fields: certificateFields }], state)}
    <div class="actions"><button class="button">Adicionar o certificado</button></div>
  </form>`;
}

/**
 * The certificate that signs: the one that is valid longest of those that have begun. `certificates` come with the newest first, which wins a tie.
 */
export function inUse(certificates: Certificate[], now: Date): Certificate | undefined {
  return certificates
    .filter(({ isActive, notBefore }) => isActive && notBefore <= now)
    .toSorted((one, other) => other.notAfter.getTime() - one.notAfter.getTime())[0];
}

function standing(used: Certificate | undefined, now: Date): Markup {
  if (!used) {
    return html`<p class="notice" data-kind="bad">
      A empresa não tem certificado em vigor: nada é emitido nem cancelado, e nenhuma nota recebida é buscada.
    </p>`;
  }
  const days = daysLeftOf(used, now);
  const until = shortDate(used.notAfter);
  if (days <= 0) {
    return html`<p class="notice" data-kind="bad">
      Venceu em ${until}: nada é emitido nem cancelado até que o novo seja adicionado. O que espera por ele segue
      sozinho.
    </p>`;
  }
  const [soon, , last] = noticeDays;
  const kind = days <= last ? 'bad' : days <= soon ? 'wait' : undefined;
  const left = days === 1 ? 'Vence dentro de um dia' : `Faltam ${count(days)} dias`;
  return html`<p class="notice" ${kind ? html`data-kind="${kind}"` : undefined}>
    <b>${left}</b>: vale até ${until}.
    ${kind ? 'Renove-o com a certificadora e adicione aqui o novo arquivo.' : 'O seu sistema é avisado quando faltarem 30, 7 e 1 dia.'}
  </p>`;
}

function sheet(base: string, { id, taxId, subject, issuer, serialNumber, notBefore, notAfter }: Certificate): Markup {
  return html`<dl class="facts framed">
      <div>
        <dt>Titular</dt>
        <dd>${nameIn(subject)}</dd>
      </div>
      <div>
        <dt>${taxId.length === 11 ? 'CPF' : 'CNPJ'}</dt>
        <dd>${taxIdMask(taxId)}</dd>
      </div>
      <div>
        <dt>Emitido por</dt>
        <dd>${nameIn(issuer)}</dd>
      </div>
      <div>
        <dt>Número de série</dt>
        <dd><code>${serialNumber}</code></dd>
      </div>
      <div>
        <dt>Vale</dt>
        <dd>de ${shortDate(notBefore)} a ${shortDate(notAfter)}</dd>
      </div>
    </dl>
    <p class="actions"><a class="quiet-link" href="${base}/certificado/${id}/apagar">Apagar este certificado…</a></p>`;
}

function row(base: string, certificate: Certificate, now: Date): Markup {
  const { id, subject, notBefore, notAfter, createdAt } = certificate;
  const isToBegin = notBefore > now;
  const state = isToBegin
    ? `Vale a partir de ${shortDate(notBefore)}`
    : notAfter <= now
      ? `Venceu em ${shortDate(notAfter)}`
      : `Vale até ${shortDate(notAfter)}, fora de uso`;
  return html`<li>
    <span class="of-key"
      ><b>${nameIn(subject)}</b> <small>${state} · adicionado em ${shortDate(createdAt)}</small></span
    >
    <a class="button quiet" href="${base}/certificado/${id}/apagar">Apagar…</a>
  </li>`;
}

/** The common name in a distinguished name, without the CNPJ or CPF behind it; the whole name when it has none. */
function nameIn(distinguished: string): string {
  const name = /(?:^|, )CN=(.*?)(?::\w{11}|:\w{14})?(?:, [A-Z]+=|$)/.exec(distinguished)?.[1] ?? distinguished;
  return name.replaceAll(/\\(.)/g, '$1');
}

type Removal = {
  person: SignedIn;
  base: string;
  certificate: Certificate;
  isLast: boolean;
  fault?: string;
};

/** Asks before a certificate is erased; the last valid one also needs a tick. */
export function certificateRemovalHtml({ person, base, certificate, isLast, fault }: Removal): string {
  const { id, subject, notAfter } = certificate;
  return framedPage({
    title: 'Apagar o certificado',
    here: 'certificado',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${base}/certificado">Certificado</a></nav>
      <div class="head"><h1>Apagar o certificado?</h1></div>
      ${alert(fault)}
      <p>
        ${nameIn(subject)}, válido até ${shortDate(notAfter)}. A chave privada é apagada com ele, e não volta: guarde o
        arquivo .pfx se ainda precisar dele.
      </p>
      ${
        isLast
          ? html`<p class="notice" data-kind="bad">
              É o único certificado válido da empresa. Sem ele nada mais é emitido nem cancelado, as notas em andamento
              esperam, e nenhuma nota recebida é buscada.
            </p>`
          : undefined
      }
      <form method="post" action="${base}/certificado/${id}/apagar">
        ${
          isLast
            ? html`<div class="field tick">
                <label
                  ><input type="checkbox" name="ciente" value="sim" required />
                  <span>Sei que a empresa para de emitir até que haja outro</span></label
                >
              </div>`
            : undefined
        }
        <div class="actions">
          <button class="button">Apagar o certificado</button>
          <a class="quiet-link" href="${base}/certificado">Deixar como está</a>
        </div>
      </form>`,
  });
}
