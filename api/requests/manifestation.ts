import type { AskedManifestation } from '../../operations/received/manifest.ts';
import type { Schema } from '../operations.ts';
import { justificationOf, textFault } from './authority-text.ts';

/**
 * What a body asks for. The layout of the events has a justification of an operation that did not take place alone.
 *
 * @throws DomainError `validation_error` for a justification that is missing, too short or too long, or that would be dropped
 */
export function askedManifestation({ type, justification = null }: Schema<'ManifestationRequest'>): AskedManifestation {
  if (type === 'NAO_REALIZADA') {
    if (justification === null)
      throw textFault('justification', 'é obrigatório em NAO_REALIZADA, com 15 a 255 caracteres');
    return { manifestation: type, justification: justificationOf({ justification }) };
  }
  if (justification !== null) throw textFault('justification', `só existe em NAO_REALIZADA: não o envie em ${type}`);
  return { manifestation: type, justification: null };
}
