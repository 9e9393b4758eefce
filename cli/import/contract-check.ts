import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { inPortuguese, issuesOf } from '../../domain/schema-messages.ts';
import { checkedContract } from '../../openapi/checked.ts';
import { patternSentences } from '../../openapi/contract.ts';
import type { RowBody } from '../../operations/imports/kind.ts';

/**
 * The API's own check of a body, from its contract: a row is refused for the same faults of form as a request.
 *
 * @returns a check that throws DomainError `validation_error` with every fault
 */
export function contractCheck(name: RowBody): (body: unknown) => void {
  const schema = schemaOf(name);
  return (body) => {
    const parsed = schema.safeParse(body, { error: sentence });
    if (parsed.success) return;
    const issues = issuesOf(parsed.error);
    throw new DomainError('validation_error', issues[0]?.message ?? 'A linha é inválida.', { issues });
  };
}

/** JSON Schema keeps what it refers to in `$defs`, OpenAPI in its components. */
function schemaOf(name: RowBody): z.ZodType {
  const { schemas } = z.object({ schemas: z.record(z.string(), z.unknown()) }).parse(checkedContract().components);
  const asJsonSchema = JSON.stringify({ $ref: `#/$defs/${name}`, $defs: schemas });
  const root: unknown = JSON.parse(asJsonSchema.replaceAll('#/components/schemas/', '#/$defs/'));
  return z.fromJSONSchema(z.record(z.string(), z.json()).parse(root));
}

const sentence: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_format') return inPortuguese(issue);
  const pattern = (issue.pattern ?? '').replace(/^\/|\/[a-z]*$/g, '').replaceAll('\\/', '/');
  return patternSentences.get(pattern) ?? 'não tem o formato esperado';
};
