/** For databases that run in the process of their client. */
export const inProcess = {
  create: () => ({ start() {}, crash() {} }),
};
