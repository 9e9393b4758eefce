import type { AuthorityInput } from '../../domain/conversation/actors.ts';
import type { JudgedService } from '../../domain/conversation/standing.ts';
import { authorizerOf } from '../../domain/sefaz/endpoints.ts';

/** The actor that judges a service: an SVC has none of its own, because each state's authorizer asks for its issuers. */
export function actorOf({ authorizer, environment, model, state }: JudgedService): AuthorityInput {
  return { authorizer: state === '' ? authorizer : authorizerOf(state, model), environment, model };
}
