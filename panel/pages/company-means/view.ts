import { placesLeft, type QuotaStanding } from '../../../domain/companies/quota.ts';
import { receitaRegimeOf } from '../../../domain/companies/receita-regime.ts';
import type { Certificate } from '../../../domain/companies/certificate.entity.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { type Field, fieldGroups, type FormState } from '../../forms/fields.ts';
import { fact } from '../../parts/fact.ts';
import { framedPage } from '../../parts/frame.ts';
import { homePaths } from '../../parts/places.ts';
import { count, shortDate } from '../../parts/words.ts';
import { certificateForm, inUse } from '../certificate/view.ts';
import { receitaRegimeField, regimeField } from '../settings/fields.ts';

type MeansView = {
  person: SignedIn;
  company: ActingCompany;
  state: FormState;
  done: Markup | undefined;
};

export const quotaField: Field = {
  name: 'monthlyQuota',
  label: 'Documentos por mês, em produção',
  kind: 'whole',
  isShort: true,
  most: 9,
  hint: 'Vazio: sem cota. Com 0, ela não emite em produção.',
};

/** How many documents a company may issue in a month: what it has used, and the form that sets the quota. */
export function quotaHtml(view: MeansView & { standing: QuotaStanding | null }): string {
  const { company, standing, state } = view;
  return page(view, {
    title: 'Cota do mês',
    here: 'cotas',
    body: html`${standing ? quotaFacts(standing) : html`<p>A empresa não tem cota: emite quanto quiser.</p>`}
    ${
      company.settings
        ? form(`${at(company)}/cota`, quotaField, state, {
            title: 'Cota',
            help: 'Contam os autorizados no mês e os que estão em emissão. Ao chegar nela, a empresa espera o mês seguinte, ou que a cota mude.',
            button: 'Guardar a cota',
          })
        : withoutSettings
    }`,
  });
}

function quotaFacts(standing: QuotaStanding): Markup {
  const { limit, authorized, underWay, resetsAt } = standing;
  return html`<dl class="facts framed">
    ${fact('Cota', count(limit))} ${fact('Autorizados no mês', count(authorized))}
    ${fact('Em emissão', count(underWay))} ${fact('Restam', count(placesLeft(standing)))}
    ${fact('Recomeça em', shortDate(resetsAt))}
  </dl>`;
}

/**
 * How a company stands in the register of Receita Federal, as an operator looked it up.
 *
 * @param view.isKept whether the register holds the company: CPFs are not in it
 */
export function regimeHtml(view: MeansView & { isKept: boolean }): string {
  const { company, state, isKept } = view;
  const { settings } = company;
  return page(view, {
    title: 'Regime na Receita Federal',
    here: 'empresas',
    body: html`${settings ? html`<p>A empresa emite como <b>${regimeField.choices?.find(([regime]) => regime === settings.taxRegime)?.[1]}</b>.</p>` : undefined}
    ${
      settings?.receitaRegime && receitaRegimeOf[settings.taxRegime] !== settings.receitaRegime
        ? html`<p class="notice" data-kind="bad">
            Os dois não são iguais: as notas serão recusadas até que sejam (rejeição 180).
          </p>`
        : undefined
    }
    ${
      !settings
        ? withoutSettings
        : !isKept
          ? html`<p class="notice">Quem emite com CPF não está neste cadastro: não há o que informar.</p>`
          : form(`${at(company)}/regime`, receitaRegimeField, state, {
              title: 'Cadastro da Receita Federal',
              help: 'Consulte o CNPJ na Receita Federal e diga como a empresa está lá. Se for diferente do regime das notas, corrija-o lá ou nos ajustes da empresa.',
              button: 'Guardar',
            })
    }`,
  });
}

/** The form that gives a company its next certificate. */
export function newCertificateHtml(view: MeansView & { certificates: Certificate[]; now: Date }): string {
  const { company, certificates, state, now } = view;
  const used = inUse(certificates, now);
  const until = used ? shortDate(used.notAfter) : '';
  return page(view, {
    title: 'Certificado',
    here: 'empresas',
    body: html`<p>
        ${!used ? 'A empresa não tem certificado em uso.' : used.notAfter <= now ? `O que ela usa venceu em ${until}.` : `O que ela usa vale até ${until}.`}
      </p>
      ${certificateForm(`${at(company)}/certificado`, state, 'Peça o arquivo e a senha a quem administra a empresa. O novo passa a assinar assim que é adicionado; o antigo fica guardado.')}`,
  });
}

const withoutSettings = html`<p class="notice" data-kind="wait">
  A empresa ainda não tem ajustes fiscais. Quem a administra os preenche em Primeiros passos.
</p>`;

const at = ({ taxId }: Pick<ActingCompany, 'taxId'>): string => `${homePaths.INSTALLATION()}/${taxId}`;

function form(
  action: string,
  field: Field,
  state: FormState,
  words: { title: string; help: string; button: string },
): Markup {
  return html`<form method="post" action="${action}">
    ${fieldGroups([{ title: words.title, help: words.help, fields: [field] }], state)}
    <div class="actions"><button class="button">${words.button}</button></div>
  </form>`;
}

function page(
  { person, company, done }: MeansView,
  { title, here, body }: { title: string; here: 'empresas' | 'cotas'; body: Markup },
): string {
  const { name, tradeName, taxId } = company;
  return framedPage({
    title: `${title} · ${tradeName || name}`,
    here,
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${at(company)}">${tradeName || name}</a></nav>
      <div class="head"><h1>${title}</h1></div>
      <p class="to">${tradeName ? `${name} · ` : ''}${taxIdMask(taxId)}</p>
      ${done} ${body}`,
  });
}
