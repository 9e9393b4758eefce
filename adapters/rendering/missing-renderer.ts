import type { Renderer } from './renderer.ts';
import { DomainError } from '../../domain/errors.ts';

/** Used where no browser is configured: everything works except drawing. */
export const missingRenderer: Renderer = {
  pdf: () => Promise.reject(unavailable()),
  pdfs: () => Promise.reject(unavailable()),
  close: () => Promise.resolve(),
};

function unavailable(): DomainError {
  const message = 'Este servidor não tem navegador para desenhar PDF: defina PUPPETEER_EXECUTABLE_PATH.';
  return new DomainError('service_unavailable', message);
}
