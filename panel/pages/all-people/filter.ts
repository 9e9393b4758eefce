import { personRoles } from '../../../domain/accounts/roles.ts';
import { type PeopleQuery, personStandings } from '../../../operations/accounts/all-people.ts';

/** The filter in the address of the list, apart from its search. */
export type PeopleFilter = Omit<PeopleQuery, 'search'>;

/** The filter in an address; values that make no sense are ignored. */
export function filterIn(said: (name: string) => unknown): PeopleFilter {
  const role = personRoles.find((each) => each === said('papel'));
  const standing = personStandings.find((each) => each === said('situacao'));
  const factor = said('segundo-fator');
  return {
    ...(role ? { role } : {}),
    ...(standing ? { standing } : {}),
    ...(factor === 'sim' || factor === 'nao' ? { hasSecondFactor: factor === 'sim' } : {}),
  };
}

/** The address of a page of the list. */
export function addressIn(at: string, { role, standing, hasSecondFactor }: PeopleFilter, search: string) {
  return (page: number): string => {
    const query = new URLSearchParams({
      ...(search ? { busca: search } : {}),
      ...(role ? { papel: role } : {}),
      ...(standing ? { situacao: standing } : {}),
      ...(hasSecondFactor === undefined ? {} : { 'segundo-fator': hasSecondFactor ? 'sim' : 'nao' }),
      pagina: String(page),
    });
    return `${at}?${query.toString()}`;
  };
}
