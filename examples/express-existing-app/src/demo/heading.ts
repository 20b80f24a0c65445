/** The first lines of the demo. */
export const heading = `
  The screening service, and an Express app that receives its webhooks
  real signatures, real HTTP, a clock that the demo moves
`;
