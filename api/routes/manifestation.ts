import { titleOfManifestation } from '../../domain/received/manifestations.ts';
import { inCompany } from '../../operations/in-company.ts';
import { findReceived } from '../../operations/received/find-received.ts';
import { manifestReceived } from '../../operations/received/manifest.ts';
import { companyOf } from '../locals.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';
import { askedManifestation } from '../requests/manifestation.ts';
import { documentEventView } from '../views/document-event.ts';
import { registerEvent } from './register-event.ts';

/** What a recipient says of a received document, registered at the authority while the request waits. */
export function manifestationHandlers(parts: ApiParts): Pick<Handlers, 'manifestReceivedDocument'> {
  const { orm } = parts;
  return {
    manifestReceivedDocument: async (req, res) => {
      const { id } = req.params;
      const asked = askedManifestation(req.body);
      const take = () => manifestReceived(orm, companyOf(res), id, asked);
      const event = await registerEvent(parts, res, id, take, 'manifestation_failed');
      const note = await inCompany(orm, companyOf(res).id, (em) => findReceived(em, id));
      res.json({
        success: true,
        message: `Manifestação registrada: ${titleOfManifestation(asked.manifestation).toLowerCase()}.`,
        event: documentEventView(event),
        manifestation: note.manifestation ?? asked.manifestation,
      });
    },
  };
}
