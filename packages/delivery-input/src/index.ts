export { decodeBase64, encodeBase64 } from './base64.js';
export {
  type CapturedRequest,
  CaptureFormatError,
  FORMAT_VERSION,
  parseCaptureLine,
  requestFault,
} from './capture-line.js';
export { type LinkedDelivery, linkTo, MAX_LINK_LENGTH, readLink } from './delivery-link.js';
export { type HeaderPair, isHeaderPair, signatureOf } from './headers.js';
