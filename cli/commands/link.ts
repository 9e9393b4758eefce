import type { Command } from 'commander';
import type { Orm } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { taxIdMask } from '../../domain/masks.ts';
import { type LinkStatus, linkStatuses, OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import {
  acceptLink,
  allowIssuing,
  type ChangedLink,
  endLink,
  type LinkSides,
  refuseLink,
} from '../../operations/offices/change-link.ts';
import { type LinkInFull, linksInFull } from '../../operations/offices/link-in-full.ts';
import { type RequestedLink, requestLink } from '../../operations/offices/request-link.ts';
import { findCompany, findOffice } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { oneOf } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';

const later = ' O Temporal não respondeu agora: e-mail e webhooks saem em até dois minutos, quando ele voltar.';

/** `lavra link list|request|accept|refuse|end|allow-issuing` */
export function linkCommands(link: Command, shell: Shell): void {
  listCommand(link, shell);
  requestCommand(link, shell);
  changeCommand(link, shell, {
    name: 'accept',
    description: 'Aceita, pela empresa, o vínculo que um escritório pediu',
    change: (orm, sides, actor, { issuing = false }) => acceptLink(orm, sides, { issuingAllowed: issuing, actor }),
    inWords: ({ office, company, issuingAllowed }) =>
      `${office.name} tem acesso a ${company.name}${issuingAllowed ? ', e pode emitir' : '; emitir, não'}.`,
  }).option('--issuing', 'permite também que o escritório emita, cancele e corrija notas por ela');
  changeCommand(link, shell, {
    name: 'refuse',
    description: 'Recusa, pela empresa, o vínculo que um escritório pediu',
    change: refuseLink,
    inWords: ({ office, company }) => `Pedido de ${office.name} a ${company.name} recusado.`,
  });
  changeCommand(link, shell, {
    name: 'end',
    description: 'Encerra na hora um vínculo, ou retira o pedido de um',
    change: endLink,
    inWords: ({ office, company }) => `${office.name} não tem mais acesso a ${company.name}.`,
  });
  changeCommand(link, shell, {
    name: 'allow-issuing',
    description: 'Permite que o escritório emita, cancele e corrija notas pela empresa',
    change: (orm, sides, actor, { off = false }) => allowIssuing(orm, sides, !off, actor),
    inWords: ({ office, company, issuingAllowed }) =>
      `${office.name} ${issuingAllowed ? 'pode' : 'não pode mais'} emitir por ${company.name}.`,
  }).option('--off', 'retira a permissão; a leitura fica');
}

function listCommand(parent: Command, shell: Shell): void {
  leaf(parent, 'list', 'Lista os vínculos: primeiro os que mudaram por último')
    .option('--office <cnpj, cpf ou id>', 'só os deste escritório')
    .option('--company <cnpj, cpf ou id>', 'só os desta empresa')
    .option('--status <situação>', linkStatuses.join(', '), oneOf<LinkStatus>('--status', linkStatuses))
    .action(
      shell.does(async (session, wanted: TypedLinkQuery) => {
        const data = await typedLinks(await session.orm(), wanted);
        return { data, text: textTable(data.map(row), 'Não há vínculos.') };
      }),
    );
}

function requestCommand(parent: Command, shell: Shell): void {
  const description = 'Pede um vínculo e convida por e-mail quem administra a empresa; de novo, se o e-mail não chegou';
  withSides(leaf(parent, 'request', description)).action(
    shell.does(async (session, typed: TypedSides) => {
      const orm = await session.orm();
      const office = await findOffice(orm, typed.office);
      const { taxId } = await findCompany(acrossCompanies(orm), typed.company);
      const parts = { orm, masterKey: session.masterKey() };
      const requested = await requestLink(parts, { office, by: 'OPERATOR', actor: session.actor }, taxId);
      const { wakeLink } = await import('../wake.ts'); // loaded here because it brings the Temporal client
      const isAwake = await wakeLink(session, requested);
      const { outcome, link } = requested;
      return {
        data: { outcome, isInvited: requested.invitation !== null, ...link, isAwake },
        text: `${requestInWords(requested)}${isAwake ? '' : later}`,
      };
    }),
  );
}

type LinkOptions = TypedSides & { issuing?: true; off?: true };

type Change = {
  name: string;
  description: string;
  change: (orm: Orm, sides: LinkSides, actor: Actor, typed: LinkOptions) => Promise<ChangedLink>;
  inWords: (link: LinkInFull) => string;
};

function changeCommand(parent: Command, shell: Shell, { name, description, change, inWords }: Change): Command {
  return withSides(leaf(parent, name, description)).action(
    shell.does(async (session, typed: LinkOptions) => {
      const orm = await session.orm();
      const changed = await orNoLink(change(orm, await sidesOf(orm, typed), session.actor, typed));
      const { wakeLink } = await import('../wake.ts'); // loaded here because it brings the Temporal client
      const isAwake = await wakeLink(session, changed);
      return { data: { ...changed.link, isAwake }, text: `${inWords(changed.link)}${isAwake ? '' : later}` };
    }),
  );
}

function withSides(command: Command): Command {
  return command
    .requiredOption('--office <cnpj, cpf ou id>', 'o escritório')
    .requiredOption('--company <cnpj, cpf ou id>', 'a empresa');
}

function row({ office, company, status, issuingAllowed, invitation, updatedAt }: LinkInFull): Record<string, string> {
  return {
    Escritório: `${taxIdMask(office.taxId)} ${office.name}`,
    Empresa: `${taxIdMask(company.taxId)} ${company.name}`,
    Situação: status,
    Emite: issuingAllowed ? 'sim' : 'não',
    Convite: invitation ? [invitation.mailStatus, invitation.mailError].filter(Boolean).join(': ') : '-',
    'Mudou em': updatedAt.toISOString(),
  };
}

/** Office and company of a link as they were typed: tax ids or ids. */
export type TypedSides = { office: string; company: string };

/** Filters of the list of links; without any, all links. */
export type TypedLinkQuery = Partial<TypedSides> & { status?: LinkStatus };

/** The links that match, the last changed first. @throws {ProvisioningRefused} `office_not_found`, `company_not_found` */
export async function typedLinks(orm: Orm, { office, company, status }: TypedLinkQuery): Promise<LinkInFull[]> {
  const where = {
    ...(office === undefined ? {} : { office: (await findOffice(orm, office)).id }),
    ...(company === undefined ? {} : { company: (await findCompany(acrossCompanies(orm), company)).id }),
    ...(status === undefined ? {} : { status }),
  };
  const em = acrossCompanies(orm);
  return linksInFull(em, await em.find(OfficeLink, where, { orderBy: { updatedAt: 'desc', id: 'desc' } }));
}

/** @throws {ProvisioningRefused} `office_not_found`, `company_not_found` */
async function sidesOf(orm: Orm, { office, company }: TypedSides): Promise<LinkSides> {
  const { id: officeId } = await findOffice(orm, office);
  const { id: companyId } = await findCompany(acrossCompanies(orm), company);
  return { officeId, companyId };
}

/** The result of a change; a link that does not exist becomes an error of the command line. @throws {CommandRefused} `link_not_found` */
async function orNoLink<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (cause) {
    if (!(cause instanceof DomainError && cause.code === 'not_found')) throw cause;
    throw new CommandRefused(
      'link_not_found',
      'Não há vínculo entre este escritório e esta empresa; veja "link list".',
      {
        cause,
      },
    );
  }
}

/** The result of a request for a link, for the operator who made it. */
function requestInWords({ outcome, link, invitation }: RequestedLink): string {
  const { office, company } = link;
  if (outcome === 'ACTIVE') return `${office.name} já tem acesso a ${company.name}.`;
  if (invitation) return `Convite para ${company.name} a caminho de ${invitation.recipients.join(', ')}.`;
  if (link.invitation?.mailStatus === 'NOBODY') {
    return (
      `Vínculo pedido, mas ${company.name} não tem e-mail de quem a administra (company set --admin-emails): ` +
      'ninguém foi convidado. Para responder por ela: link accept, link refuse.'
    );
  }
  return `O vínculo já está pedido, e o convite a ${company.name} está a caminho.`;
}
