import { DriverException } from '@mikro-orm/core';
import type { DomainError } from '../domain/errors.ts';

/**
 * Runs `work`; where a database constraint stops it (unique key, foreign key), throws the error that belongs to that constraint. The constraint
 * alone decides, so that this also holds between simultaneous requests.
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
    // MikroORM's error classes do not know the code that PostgreSQL 18 has for restricted deletions.
    const constraint = error instanceof DriverException && 'constraint' in error ? String(error.constraint) : '';
    throw refusals[constraint]?.() ?? error;
  }
}
