import { requestBodies } from '../../api/generated/bodies.js';
import type { DocumentConfig } from './entered-document.js';

/** The parts of a configuration that can be changed, as they are now. */
export function changeable(config: DocumentConfig): object {
  const names = Object.keys(requestBodies.changeDocumentConfig.properties);
  return Object.fromEntries(Object.entries(config).filter(([name]) => names.includes(name)));
}
