import { z } from 'zod';
import type { City } from '../nfse/places.ts';
import type { NfseEvent, NfseNote } from '../nfse/register.ts';
import { endElsewhere, endsElsewhere } from '../nfse/sefin/events.ts';
import type { NationalNfse, TaxAuthority } from '../tax-authority.ts';
import { type ControlRoute, pattern } from './route.ts';

const rate = z.string().regex(/^\d(?:\.\d{2})?$/);

/** What `PUT` can change of a city; fields that are left out stay as they are. */
const cityChange = z
  .strictObject({
    xMun: z.string().min(1),
    UF: z.string().length(2),
    agreement: z.strictObject({ active: z.boolean(), since: z.iso.date() }).nullable(),
    rates: z.record(z.string().regex(/^\d{6}$/), rate),
    defaultRate: rate.nullable(),
    cancellation: z.strictObject({
      deadlineDays: z.int().nonnegative().nullable(),
      limit: z
        .string()
        .regex(/^\d+(?:\.\d{2})?$/)
        .nullable(),
      requiresTaker: z.boolean(),
    }),
  })
  .partial();

const ending = z.strictObject({ tpEvento: z.enum(endsElsewhere) });

/** The routes about the national NFS-e: what it holds, and the settings of the cities. */
export function nfseRoutes(authority: TaxAuthority): ControlRoute[] {
  return [...noteRoutes(authority), ...cityRoutes(authority.nfse.cities)];
}

function noteRoutes(authority: TaxAuthority): ControlRoute[] {
  const { register } = authority.nfse;
  const noteOf = (chNFSe: string): NfseNote | undefined => register.note(2, chNFSe) ?? register.note(1, chNFSe);
  const ofDps = (id: string): NfseNote | undefined => register.noteOfDps(2, id) ?? register.noteOfDps(1, id);
  const eventsOf = ({ environment, chNFSe }: NfseNote): Promise<object[]> =>
    Promise.all(register.events(environment, chNFSe).map(withXml));
  const withXml = async (record: NfseNote | NfseEvent): Promise<object> => ({
    ...record,
    xml: await register.xmlOf(record),
  });
  const detail = async (note: NfseNote | undefined): Promise<object | undefined> =>
    note && { ...(await withXml(note)), events: await eventsOf(note) };
  return [
    { method: 'GET', path: pattern('/nfse/:id'), handle: ({ parameter }) => detail(noteOf(parameter)) },
    { method: 'GET', path: pattern('/dps/:id'), handle: ({ parameter }) => detail(ofDps(parameter)) },
    {
      method: 'POST',
      path: pattern('/nfse/:id/events'),
      async handle({ parameter, body }) {
        const note = noteOf(parameter);
        if (!note) return undefined;
        register.commit([endElsewhere(note, ending.parse(body).tpEvento, authority)]);
        await register.settled();
        return detail(note);
      },
    },
    {
      method: 'GET',
      path: pattern('/nfse'),
      handle: ({ query }) => register.notes().filter(({ issuer }) => issuer === (query.get('cnpj') ?? issuer)),
    },
  ];
}

function cityRoutes(cities: NationalNfse['cities']): ControlRoute[] {
  return [
    { method: 'GET', path: pattern('/cities'), handle: () => cities.all() },
    { method: 'GET', path: pattern('/cities/:id'), handle: ({ parameter }) => cities.of(parameter) },
    {
      method: 'PUT',
      path: pattern('/cities/:id'),
      handle: ({ parameter, body }) =>
        cities.change(
          z
            .string()
            .regex(/^\d{7}$/)
            .parse(parameter),
          changeIn(body),
        ),
    },
  ];
}

/** Only the fields that are given: an undefined one would erase the city's value. */
function changeIn(body: unknown): Partial<Omit<City, 'cMun'>> {
  const given = Object.entries(cityChange.parse(body)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
