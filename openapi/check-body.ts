import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { components } from '../clients/typescript/src/contract.ts';
import { DomainError, type Issue } from '../domain/errors.ts';
import { checkedContract } from './checked.ts';
import { validationIssues } from './validation-issues.ts';

type Schemas = components['schemas'];

const contractId = 'contract';
let ajv: Ajv2020 | undefined;

/** Read at the first question: whoever asks nothing pays nothing. */
function checker(): Ajv2020 {
  if (ajv) return ajv;
  ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema({ $id: contractId, components: checkedContract().components });
  return ajv;
}

/**
 * What somebody sends that comes by no request of the contract, as one of its shapes: a form of the panel means what the API's body means.
 *
 * @throws DomainError `validation_error` with every fault, as the API tells them
 */
export function checkedBody<Name extends keyof Schemas>(name: Name, body: unknown): Schemas[Name] {
  const validate: ValidateFunction<Schemas[Name]> | undefined = checker().getSchema(
    `${contractId}#/components/schemas/${name}`,
  );
  if (!validate) throw new TypeError(`the contract has no shape ${name}`);
  if (validate(body)) return body;
  const issues = issuesOf(validate.errors ?? []);
  throw new DomainError('validation_error', 'Há campos que não podem ficar assim.', { issues });
}

function issuesOf(errors: ErrorObject[]): Issue[] {
  return validationIssues(
    errors.map((error) => ({
      path: `/body${error.instancePath}${missingOf(error)}`,
      message: messageOf(error),
      errorCode: `${error.keyword}.openapi.validation`,
    })),
  );
}

/** As the validator of requests words it, by which sentences are found. */
function messageOf({ keyword, message = '', params }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'];
  return keyword === 'enum' && Array.isArray(allowed) ? `${message}: ${allowed.join(', ')}` : message;
}

/** What is missing, or should not be there, is a fault of its own place. */
function missingOf({ keyword, params }: ErrorObject): string {
  const name: unknown =
    keyword === 'required'
      ? params['missingProperty']
      : (params['additionalProperty'] ?? params['unevaluatedProperty']);
  return typeof name === 'string' ? `/${name}` : '';
}
