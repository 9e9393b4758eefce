import { Rejection } from '../answers/rejection.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { standalone } from '../xml/element.ts';
import type { Call, Service } from './service.ts';

/**
 * Checks root element, version and schema of a message.
 *
 * @throws Rejection with the service's own codes.
 */
export function checkSchema(
  { message, source }: Call,
  { schemas }: TaxAuthority,
  { root, codes }: Service,
  schema: { file: string; version: string },
): void {
  if (message.name !== root) throw new Rejection(codes.root);
  const version = message.attributes['versao'];
  if (version === undefined) throw new Rejection(codes.version);
  if (version !== schema.version) throw new Rejection(codes.unserved);
  const fault = schemas.faultOf(schema.file, standalone(source, message));
  if (fault !== undefined) throw new Rejection(codes.schema, { detail: fault });
}
