import type { Command } from 'commander';
import type { Orm } from '../../config/orm.ts';
import { taxIdMask } from '../../domain/masks.ts';
import { type LinkStatus, linkStatuses } from '../../domain/offices/words.ts';
import {
  acceptLink,
  allowIssuing,
  type ChangedLink,
  endLink,
  type LinkSides,
  refuseLink,
} from '../../operations/offices/change-link.ts';
import type { LinkInFull } from '../../operations/offices/link-in-full.ts';
import { requestLink } from '../../operations/offices/request-link.ts';
import { findCompany, findOffice } from '../../operations/provisioning.ts';
import { findLinks, orNoLink, sidesOf, type TypedSides, type LinkQuery } from '../offices/links.ts';
import { requestInWords } from '../offices/request-in-words.ts';
import type { Shell } from '../shell.ts';
import { leaf } from '../terminal/help.ts';
import { oneOf } from '../terminal/option-values.ts';
import { table } from '../terminal/table.ts';

const later = ' O Temporal não respondeu agora: e-mail e webhooks saem em até dois minutos, quando ele voltar.';

/** `lavra link list|request|accept|refuse|end|allow-issuing` */
export function linkCommands(link: Command, shell: Shell): void {
  listCommand(link, shell);
  requestCommand(link, shell);
  changeCommand(link, shell, {
    name: 'accept',
    description: 'Aceita, pela empresa, o vínculo que um escritório pediu',
    change: (orm, sides, { issuing = false }) => acceptLink(orm, sides, { issuingAllowed: issuing }),
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
    change: (orm, sides, { off = false }) => allowIssuing(orm, sides, !off),
    inWords: ({ office, company, issuingAllowed }) =>
      `${office.name} ${issuingAllowed ? 'pode' : 'não pode mais'} emitir por ${company.name}.`,
  }).option('--off', 'retira a permissão; a leitura fica');
}

function listCommand(parent: Command, shell: Shell): void {
  leaf(parent, 'list', 'Lista os vínculos: primeiro os que mudaram por último')
    .option('--office <cnpj, cpf ou id>', 'só os deste escritório')
    .option('--company <cnpj ou id>', 'só os desta empresa')
    .option('--status <situação>', linkStatuses.join(', '), oneOf<LinkStatus>('--status', linkStatuses))
    .action(
      shell.does(async (session, wanted: LinkQuery) => {
        const data = await findLinks(await session.orm(), wanted);
        return { data, text: table(data.map(row), 'Não há vínculos.') };
      }),
    );
}

function requestCommand(parent: Command, shell: Shell): void {
  const description = 'Pede um vínculo e convida por e-mail quem administra a empresa; de novo, se o e-mail não chegou';
  withSides(leaf(parent, 'request', description)).action(
    shell.does(async (session, typed: TypedSides) => {
      const orm = await session.orm();
      const office = await findOffice(orm, typed.office);
      const { taxId } = await findCompany(orm, typed.company);
      const parts = { orm, masterKey: session.masterKey() };
      const requested = await requestLink(parts, { office, by: 'OPERATOR' }, taxId);
      const { wakeLink } = await import('../offices/wake.ts'); // brings the Temporal client
      const isAwake = await wakeLink(session, requested);
      const { outcome, link } = requested;
      return {
        data: { outcome, isInvited: requested.invitation !== null, ...link, isAwake },
        text: `${requestInWords(requested)}${isAwake ? '' : later}`,
      };
    }),
  );
}

type Typed = TypedSides & { issuing?: true; off?: true };

type Change = {
  name: string;
  description: string;
  change: (orm: Orm, sides: LinkSides, typed: Typed) => Promise<ChangedLink>;
  inWords: (link: LinkInFull) => string;
};

function changeCommand(parent: Command, shell: Shell, { name, description, change, inWords }: Change): Command {
  return withSides(leaf(parent, name, description)).action(
    shell.does(async (session, typed: Typed) => {
      const orm = await session.orm();
      const changed = await orNoLink(change(orm, await sidesOf(orm, typed), typed));
      const { wakeLink } = await import('../offices/wake.ts'); // brings the Temporal client
      const isAwake = await wakeLink(session, changed);
      return { data: { ...changed.link, isAwake }, text: `${inWords(changed.link)}${isAwake ? '' : later}` };
    }),
  );
}

function withSides(command: Command): Command {
  return command
    .requiredOption('--office <cnpj, cpf ou id>', 'o escritório')
    .requiredOption('--company <cnpj ou id>', 'a empresa');
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
