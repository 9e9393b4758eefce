import type { Choice, Field, FieldGroup } from '../../forms/fields.ts';
import {
  contingencyFields,
  identityParts,
  notes,
  numbers,
  receivedFields,
  regime,
  responsible,
  taxDefaults,
} from './fields.ts';
import { buyerMail, buyerMailTexts } from './mail-fields.ts';
import { accessLists, datedLists, type SettingsList, substituteList } from './lists.ts';
import { serviceDefaults, services, templateName } from './service-fields.ts';

/** A part of a company's settings: one page with one form of fields and lists. */
export type SettingsGroup = {
  title: string;
  help: string;
  parts: readonly FieldGroup[];
  lists?: readonly SettingsList[];
};

/** The settings that a company changes itself, by the last part of each page's path. */
export const settingsGroups = {
  identidade: {
    title: 'Identidade e endereço',
    help: 'Como a empresa aparece nas notas.',
    parts: identityParts,
    lists: [substituteList],
  },
  impostos: {
    title: 'Regime e impostos',
    help: 'O regime, e o que vale quando ninguém diz outra coisa.',
    parts: [regime, taxDefaults],
  },
  datas: {
    title: 'O que muda numa data',
    help: 'O que os preços contêm, e o Simples com IBS e CBS: o que vale hoje, o que vem e o que valeu.',
    parts: [],
    lists: datedLists,
  },
  notas: { title: 'Notas', help: 'Séries e números, DANFE, contingência.', parts: [numbers, notes, contingencyFields] },
  servicos: { title: 'NFS-e', help: 'Série, regime e impostos dos serviços.', parts: [services, serviceDefaults] },
  recebidas: {
    title: 'Notas recebidas',
    help: 'O que acontece sozinho com o que outros emitem contra a empresa.',
    parts: [receivedFields],
  },
  emails: {
    title: 'E-mails aos clientes',
    help: 'Se as notas vão por e-mail a quem compra, de quem e em que palavras.',
    parts: [buyerMail, buyerMailTexts],
  },
  acesso: {
    title: 'Avisos e acesso ao XML',
    help: 'A quem o Lavra escreve, e quem pode baixar as notas.',
    parts: [],
    lists: accessLists,
  },
  responsavel: { title: 'Responsável técnico', help: 'Quem responde pelo sistema que emite.', parts: [responsible] },
} as const satisfies Record<string, SettingsGroup>;

export type SettingsSlug = keyof typeof settingsGroups;

/** A group with the last part of its path. */
export type AddressedGroup = SettingsGroup & { slug: SettingsSlug };

/** A template of services that a company may choose; shared ones belong to the installation. */
export type TemplateChoice = { id: string; name: string; isShared: boolean };

/** Every group in order. @param templates those to choose from @param chosen the id of the chosen one, null for none */
export function groupsWith(templates: readonly TemplateChoice[], chosen: string | null): AddressedGroup[] {
  const isGone = chosen !== null && !templates.some(({ id }) => id === chosen);
  const choices: Choice[] = [
    ['', 'Nenhum'],
    ...templates.map(({ id, name, isShared }): Choice => [id, isShared ? `${name} (compartilhado)` : name]),
    ...(isGone ? [[chosen, 'Um modelo que foi removido'] as const] : []),
  ];
  const withChoices = (field: Field): Field => (field.name === templateName ? { ...field, choices } : field);
  return Object.entries(settingsGroups).map(([slug, group]: [string, SettingsGroup]) => ({
    ...group,
    slug: slug as SettingsSlug,
    parts: group.parts.map((part) => ({ ...part, fields: part.fields.map(withChoices) })),
  }));
}
