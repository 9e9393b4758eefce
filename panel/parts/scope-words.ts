import { type CompanyScope, companyScopes } from '../../domain/access/scopes.ts';
import type { FieldGroup } from '../forms/fields.ts';

/** What a key with each scope may do, as people say it. */
const words: Record<CompanyScope, string> = {
  'documents:write': 'Emitir, corrigir e cancelar notas',
  'received-documents:read': 'Ler as notas recebidas e o que há a pagar',
  'received-documents:write': 'Responder às notas recebidas e dar baixa no que foi pago',
  'clients:read': 'Ler os clientes',
  'clients:write': 'Cadastrar e mudar clientes',
  'products:read': 'Ler os produtos',
  'products:write': 'Cadastrar e mudar produtos',
  'tax-rules:read': 'Ler as regras de tributação',
  'tax-rules:write': 'Criar e mudar regras de tributação',
  'templates:read': 'Ler os modelos fiscais',
  'templates:write': 'Criar e mudar modelos fiscais',
  'carriers:read': 'Ler transportadoras e veículos',
  'carriers:write': 'Cadastrar e mudar transportadoras e veículos',
  'webhooks:read': 'Ver para onde vão os avisos ao seu sistema',
  'webhooks:write': 'Escolher para onde vão os avisos ao seu sistema',
};

/** What a key may do. Whoever has one reads the company's notes, whatever its scopes. */
export function scopesInWords(scopes: readonly string[]): string {
  if (companyScopes.every((scope) => scopes.includes(scope))) return 'Tudo o que uma chave pode';
  const told = Object.entries(words).flatMap(([scope, sentence]) => (scopes.includes(scope) ? [sentence] : []));
  return told.length === 0 ? 'Só consultar as notas emitidas' : told.join(' · ');
}

const groups: [title: string, scopes: CompanyScope[]][] = [
  ['Notas', ['documents:write', 'received-documents:read', 'received-documents:write']],
  [
    'Cadastros',
    ['clients:read', 'clients:write', 'products:read', 'products:write', 'carriers:read', 'carriers:write'],
  ],
  ['Impostos', ['tax-rules:read', 'tax-rules:write', 'templates:read', 'templates:write']],
  ['Avisos ao seu sistema', ['webhooks:read', 'webhooks:write']],
];

/** The name of the box of a scope. */
export const boxOf = (scope: CompanyScope): string => `escopo-${scope}`;

/** A box to tick for each scope of a company's key. */
export const scopeGroups: FieldGroup[] = groups.map(([title, scopes]) => ({
  title,
  fields: scopes.map((scope) => ({ name: boxOf(scope), label: words[scope], kind: 'yesNo', isShort: true })),
}));
