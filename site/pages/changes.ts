import { shortDay } from '../../domain/fiscal-time.ts';
import contract from '../../openapi/generated/openapi.json' with { type: 'json' };
import {
  contractNames,
  type ContractNames,
  hasBeyond,
  released,
  type ReleasedContract,
} from '../../openapi/changes.ts';
import { api } from '../operations.ts';
import type { SitePage } from '../page.ts';

const path = 'mudancas';

/** What each version of the contract added, the newest first; made from the contracts themselves. */
export function changesPage(): SitePage {
  return {
    path,
    kind: 'lista',
    title: 'O que mudou na API',
    summary: 'Operações, campos e valores que cada versão trouxe ao contrato de /v1, e o que saiu dele.',
    keywords: ['changelog', 'versões', 'novidades', 'mudanças', 'compatibilidade', 'versão nova', 'campos novos'],
    lang: 'pt-BR',
    list: '',
    markdown: () => `# O que mudou na API

Esta página compara os contratos, versão com versão: nada fica de fora. Um programa que ignora os campos que não conhece continua a funcionar quando chegam outros. O que cada novidade faz está no arquivo CHANGELOG do repositório, em inglês.

${steps().map(stepText).join('\n')}`,
  };
}

type Step = { title: string; now: ContractNames; before: ReleasedContract };

function steps(): Step[] {
  const versions = released();
  const [last] = versions;
  const ofReleases = versions.slice(0, -1).map((now, at) => ({
    title: `Versão ${now.version}, de ${shortDay(now.date)}`,
    now,
    before: versions[at + 1]!,
  }));
  return last
    ? [{ title: 'Na próxima versão', now: contractNames(contract), before: last }, ...ofReleases]
    : ofReleases;
}

function stepText({ title, now, before }: Step): string {
  const added = hasBeyond(now, before);
  const gone = hasBeyond(before, now);
  const sections = [
    section(
      'Operações novas',
      added.operations.filter((id) => !isTwin(id, added.operations)).map((id) => operation(id, now)),
    ),
    section('Campos novos', named(added.fields)),
    section('Valores novos', named(added.values)),
    section(
      'Operações que saíram',
      gone.operations.map((id) => `\`${before.operations[id]}\``),
    ),
    section('Campos que saíram', named(gone.fields)),
    section('Valores que saíram', named(gone.values)),
  ].join('');
  return `## ${title}\n\nDesde a versão ${before.version}.\n\n${sections === '' ? 'Nada mudou no contrato.\n' : sections}`;
}

function section(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : `### ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n`;
}

/** Whether it is an office's variant of a company's operation in the list. */
function isTwin(id: string, all: readonly string[]): boolean {
  return id.endsWith('OfCompany') && all.includes(id.replace(/OfCompany$/, ''));
}

function operation(id: string, { operations }: ContractNames): string {
  const call = `\`${operations[id]}\``;
  const summary = api.summaryOf(id);
  return summary === undefined
    ? call
    : `${api.placeOf(id) === undefined ? summary : `[${summary}](operacao:${id})`}: ${call}`;
}

function named(names: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(names)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([of, all]) => `\`${of}\`: ${all.map((name) => `\`${name}\``).join(', ')}`);
}
