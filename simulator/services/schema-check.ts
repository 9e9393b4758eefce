import { Rejection } from '../answers/rejection.ts';
import { standalone } from '../xml/element.ts';
import type { Call, Office, Service } from './office.ts';

/**
 * Checks root element, version and schema of a message.
 *
 * @throws Rejection with the service's own codes.
 */
export function checkSchema(
  { message, source }: Call,
  { schemas }: Office,
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
