import type { Fault } from '../../faults.ts';

/** The fault of an object in which not exactly one of these fields is given; `because` says of what it is, in Portuguese. */
export function onlyOneOf(fields: Record<string, unknown>, path: string, because: string): Fault[] {
  const names = Object.keys(fields);
  const given = names.filter((name) => fields[name] !== undefined && fields[name] !== null && fields[name] !== '');
  if (given.length === 1) return [];
  const choices = `${names.slice(0, -1).join(', ')} ou ${names.at(-1) ?? ''}`;
  const came = given.length === 0 ? 'não veio nenhum' : `vieram ${given.join(' e ')}`;
  return [{ code: 'validation_error', path, message: `${because}: informe só ${choices}; ${came}.` }];
}
