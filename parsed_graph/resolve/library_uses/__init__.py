"""What a library on the classpath says about infrastructure: one table of uses for each package ecosystem."""
