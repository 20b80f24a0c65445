import { useState } from 'react';
import { Action } from '../../resource/action.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { HostedLink } from '../../ui/hosted-link.js';

/** Creates a session and shows the address of its page. */
export function CreateSession() {
  const [url, setUrl] = useState<string>();
  return (
    <>
      <Action
        operation="createVerificationSession"
        label="Create session"
        done="The session is created."
        onDone={(session) => setUrl(session.url)}
      />
      {url !== undefined && (
        <Dialog title="The page of the session" onClose={() => setUrl(undefined)}>
          <p>Anybody with this address can submit the documents of the session.</p>
          <HostedLink url={url} open="Open the page" />
          <div className="flex justify-end">
            <Button onClick={() => setUrl(undefined)}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
