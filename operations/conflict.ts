import { DriverException } from '@mikro-orm/core';
import type { DomainError } from '../domain/errors.ts';

/**
 * The result of `work`; where a constraint of the database stops it (unique key, foreign key), the error that belongs to that constraint.
 * The constraint alone decides, so that it also holds between simultaneous requests.
 *
 * @throws DomainError of `refusals`, by the constraint's name
 */
export async function orConflict<Result>(
  refusals: Record<string, () => DomainError>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Not by MikroORM's classes: PostgreSQL 18 has a code for restricted removals that they do not know.
    const constraint = error instanceof DriverException && 'constraint' in error ? String(error.constraint) : '';
    throw refusals[constraint]?.() ?? error;
  }
}
