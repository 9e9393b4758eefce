import type { OperatorRole } from '../../../domain/accounts/roles.ts';
import { taxIdMask } from '../../../domain/masks.ts';
import { html, type Markup } from '../../../domain/pages/html/markup.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { CompanyGlance } from '../../../operations/provisioning/glances.ts';
import { fact } from '../../parts/fact.ts';
import { framedPage } from '../../parts/frame.ts';
import { allInWords, linkedList, stopHtml } from '../../parts/glance.ts';
import { may } from '../../parts/may.ts';
import { homePaths, officesAt } from '../../parts/places.ts';
import { count, shortDate } from '../../parts/words.ts';
import { operatorRemedyHtml } from '../all-attention/remedies.ts';

type OfCompany = { person: SignedIn; company: CompanyGlance };

type CompanyView = OfCompany & {
  role: OperatorRole;
  done: Markup | undefined;
  now: Date;
};

const at = ({ taxId }: Pick<CompanyGlance, 'taxId'>): string => `${homePaths.INSTALLATION()}/${taxId}`;

/** A company as operators see it: whether it works, what is under way, who has access, and links to more. */
export function companyHtml({ person, role, company, done, now }: CompanyView): string {
  const { taxId, name, tradeName, isActive, people } = company;
  return framedPage({
    title: name,
    here: 'empresas',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${homePaths.INSTALLATION()}">Empresas</a></nav>
      <div class="head"><h1>${tradeName || name}</h1></div>
      <p class="to">${tradeName ? `${name} · ` : ''}${taxIdMask(taxId)}</p>
      ${done} ${isActive ? undefined : stopped(company, role)} ${facts(company, now)}
      <p class="actions">
        ${isActive ? html`<a class="button quiet" href="/e/${taxId}/notas">Ver as notas, como suporte</a>` : undefined}
        ${may(role, 'peopleOfCompany') ? html`<a class="button quiet" href="${at(company)}/pessoas">Pessoas e convites</a>` : undefined}
        <a class="button quiet" href="/o/atencao?empresa=${taxId}">O que espera</a>
        <a class="button quiet" href="/o/autoridades/${taxId}">Contingência</a>
        ${may(role, 'companyQuota') ? html`<a class="button quiet" href="${at(company)}/cota">Cota do mês</a>` : undefined}
        ${may(role, 'companyRegime') ? html`<a class="button quiet" href="${at(company)}/regime">Regime na Receita</a>` : undefined}
        ${may(role, 'companyCertificate') ? html`<a class="button quiet" href="${at(company)}/certificado">Certificado</a>` : undefined}
        <a class="button quiet" href="/o/auditoria?empresa=${taxId}">Auditoria</a>
      </p>
      ${
        people === 0
          ? html`<p class="notice" data-kind="wait">
              Ninguém desta empresa entra no painel. Convide quem a administra em Pessoas e convites.
            </p>`
          : undefined
      }
      <section aria-labelledby="escritorios">
        <h2 id="escritorios">Escritório de contabilidade</h2>
        ${
          company.offices.length === 0
            ? html`<p class="soft">Nenhum tem acesso, nem pediu.</p>`
            : linkedList(company.offices, (office) => `${officesAt}/${office}`)
        }
        ${company.offices
          .filter(({ status }) => status === 'PENDING')
          .map(({ taxId: office, name: title }) =>
            operatorRemedyHtml(
              { kind: 'ANSWER_INVITATION', subject: { company: taxId, office } },
              { role, company: taxId, title, until: null, now },
            ),
          )}
      </section>
      ${isActive && may(role, 'deactivateCompany') ? html`<p class="actions"><a href="${at(company)}/desativar">Desativar a empresa…</a></p>` : undefined}`,
  });
}

function stopped(company: CompanyGlance, role: OperatorRole): Markup {
  return html`<div class="notice" data-kind="bad">
    <p><b>Desativada.</b> Chaves, pessoas e escritórios dela são recusados.</p>
    ${
      may(role, 'activateCompany')
        ? html`<form method="post" action="${at(company)}/reativar">
            <button class="button">Reativar a empresa</button>
          </form>`
        : undefined
    }
  </div>`;
}

function facts(company: CompanyGlance, now: Date): Markup {
  const { environment, city, state, createdAt, keys, people, notesUnderWay, deliveriesUnderWay } = company;
  return html`<dl class="facts framed">
    ${fact('Ambiente', environment === 'PRODUCTION' ? 'Produção' : 'Homologação')}
    ${fact('Cidade', city ? `${city} (${state ?? ''})` : 'Sem ajustes fiscais')}
    ${fact('Certificado', certificateInWords(company, now))} ${fact('Chaves em uso', count(keys))}
    ${fact('Pessoas com acesso', count(people))} ${fact('Notas em emissão', count(notesUnderWay))}
    ${fact('Entregas por fazer', count(deliveriesUnderWay))} ${fact('No Lavra desde', shortDate(createdAt))}
  </dl>`;
}

function certificateInWords({ certificateEnds }: CompanyGlance, now: Date): string {
  if (certificateEnds === null) return 'Nenhum em uso';
  return certificateEnds <= now ? `Venceu em ${shortDate(certificateEnds)}` : `Até ${shortDate(certificateEnds)}`;
}

/** Asks before a company is deactivated. */
export function deactivationHtml({ person, company }: OfCompany): string {
  const { name, tradeName, notesUnderWay, deliveriesUnderWay, keys, people, offices } = company;
  return stopHtml({
    person,
    here: 'empresas',
    title: `Desativar ${tradeName || name}?`,
    of: { name: tradeName || name, at: at(company) },
    ends: [
      allInWords(
        keys,
        'A chave em uso é recusada desde o próximo pedido.',
        (some) => `As ${count(some)} chaves em uso são recusadas desde o próximo pedido.`,
      ),
      allInWords(
        people,
        'A pessoa que tem acesso deixa de entrar na empresa.',
        (some) => `As ${count(some)} pessoas que têm acesso deixam de entrar na empresa.`,
      ),
      offices.length === 0 ? null : 'O escritório deixa de vê-la na carteira.',
      allInWords(
        notesUnderWay,
        'A nota em emissão segue até a resposta da autoridade.',
        (some) => `As ${count(some)} notas em emissão seguem até a resposta da autoridade.`,
      ),
      allInWords(
        deliveriesUnderWay,
        'A entrega de webhook por fazer ainda é feita.',
        (some) => `As ${count(some)} entregas de webhook por fazer ainda são feitas.`,
      ),
      'Nada mais é buscado do que outros emitem contra ela; os links de downloads que ela criou acabam de vez.',
      'Nada é apagado: reativada, tudo o mais volta como estava.',
    ],
    path: 'desativar',
    button: 'Desativar a empresa',
  });
}
