import { DomainError } from '../errors.ts';

/** The most numbers that the authority takes at once (201). */
export const mostNumbers = 1000;

/**
 * Checks the bounds of a range against each other.
 *
 * @throws DomainError `validation_error`
 */
export function checkRange({ startNumber, endNumber }: { startNumber: number; endNumber: number }): void {
  const message = faultOf(startNumber, endNumber);
  if (message === null) return;
  throw new DomainError('validation_error', `endNumber ${message}.`, { issues: [{ path: 'endNumber', message }] });
}

function faultOf(first: number, last: number): string | null {
  if (last < first) return 'não pode ser menor que startNumber';
  if (last - first >= mostNumbers)
    return `deve deixar a faixa com até ${mostNumbers} números; divida-a em mais pedidos`;
  return null;
}
