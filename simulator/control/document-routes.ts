import { accessKey } from '../register/access-key.ts';
import type { NoteRecord, Series } from '../register/records.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { noteXml } from '../distribution/documents.ts';
import type { ControlRoute } from './route.ts';
import { pattern } from './route.ts';

/** What is registered: notes, their events, and the numbers that were inutilized. */
export function documentRoutes(authority: TaxAuthority): ControlRoute[] {
  const { register } = authority;
  const noteOf = (chNFe: string): NoteRecord | undefined => register.note(2, chNFe) ?? register.note(1, chNFe);
  const eventsOf = ({ environment, chNFe }: NoteRecord): object => register.events(environment, chNFe);
  const detail = async (note: NoteRecord): Promise<object> => ({
    ...note,
    events: eventsOf(note),
    xml: await noteXml(note, authority),
  });
  return [
    {
      method: 'GET',
      path: pattern('/documents/:id'),
      handle({ parameter }) {
        const note = noteOf(parameter);
        return note && detail(note);
      },
    },
    {
      method: 'GET',
      path: pattern('/documents/:id/events'),
      handle({ parameter }) {
        const note = noteOf(parameter);
        return note && eventsOf(note);
      },
    },
    {
      method: 'GET',
      path: pattern('/documents'),
      handle: ({ query }) =>
        register.notes().filter(({ chNFe }) => {
          const key = accessKey(chNFe);
          return key !== undefined && isOf(key, query) && isAsked(query, 'nNF', String(key.number));
        }),
    },
    {
      method: 'GET',
      path: pattern('/inutilizations'),
      handle: ({ query }) => register.allVoided().filter(({ series }) => isOf(series, query)),
    },
  ];
}

function isOf({ issuer, model, series }: Series, query: URLSearchParams): boolean {
  const person = issuer.startsWith('000') ? issuer.slice(3) : issuer;
  return (
    (isAsked(query, 'cnpj', issuer) || isAsked(query, 'cnpj', person)) &&
    isAsked(query, 'mod', model) &&
    isAsked(query, 'serie', String(series))
  );
}

function isAsked(query: URLSearchParams, name: string, value: string): boolean {
  const asked = query.get(name);
  return asked === null || asked === value;
}
