/** Splits text into the word pieces of BERT's vocabularies. */
@Export
@Version("1.0.0")
package ai.xray.wordpiece;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
